import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerNetwork, callerSubject } from './caller-address.ts';
import { describeDevice } from './device.ts';
import { hashToken } from './secret-tokens.ts';

/** Where a request comes from, as the limits on guessing passwords need it. */
export interface Caller {
  /** The IP address, as `callerSubject` shortens it. */
  address: string;
  /** The IP address, as `callerNetwork` shortens it. */
  network: string;
  /** The hash of the value in the device's cookie. Null without a cookie, which a client need not keep. */
  device: Buffer | null;
  /** The browser and system, as `describeDevice` names them. */
  deviceName: string | null;
}

const cookieName = 'foyer_device';

/** How long a device stays known after it last signed in. */
export const deviceDays = 180;

export function describeCaller(request: FastifyRequest): Caller {
  const { ip } = request;
  return {
    address: callerSubject(ip),
    network: callerNetwork(ip),
    device: readDevice(request.headers.cookie),
    deviceName: describeDevice(request.headers['user-agent']),
  };
}

function readDevice(cookies = ''): Buffer | null {
  const token = new RegExp(`(?:^|;) *${cookieName}=([\\w-]{43}) *(?:;|$)`).exec(cookies)?.[1];
  return token ? hashToken(token) : null;
}

/** Gives the browser the cookie by which this device is known. Scripts cannot read it, and other sites cannot send it. */
export function sendDeviceCookie(reply: FastifyReply, publicUrl: string, token: string): void {
  const age = deviceDays * 24 * 3600;
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${cookieName}=${token}; Path=/api; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`,
  );
}
