import type { FastifyReply, FastifyRequest } from 'fastify';
import { callerNetwork, callerSubject } from './caller-address.ts';
import { describeDevice } from './device.ts';
import { hashToken } from './secret-tokens.ts';
import type { Actor } from './session.ts';

export interface Caller {
  /** The IP address, shortened by `callerSubject`. */
  address: string;
  /** The IP address, shortened by `callerNetwork`. */
  network: string;
  /** The hash of the device cookie's value, or null without a cookie. */
  device: Buffer | null;
  /** The browser and operating system, named by `describeDevice`. */
  deviceName: string | null;
}

const cookieName = 'foyer_device';

/** A device counts as known for this many days after its last login. */
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

/**
 * Sets the cookie by which Foyer recognises this device. Scripts cannot read the cookie, and other sites cannot make
 * the browser send it.
 */
export function sendDeviceCookie(reply: FastifyReply, publicUrl: string, token: string): void {
  const age = deviceDays * 24 * 3600;
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${cookieName}=${token}; Path=/api; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`,
  );
}

/** A signed-in caller and their network address, as `callerSubject` returns it. */
export interface Signed {
  actor: Actor;
  address: string;
}
