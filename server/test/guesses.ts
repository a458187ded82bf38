import type { TestApp, TestClock } from './app.ts';
import { testPassword } from './factories.ts';

export const limited = { FOYER_RATE_LIMITS: 'on', TRUST_PROXY: '1' };

/** A clock that moves only when a test moves the clock, so that slow machines get the same answers. */
export function createStillClock(): TestClock {
  let now = Date.now();
  return { now: () => new Date(now), advance: (milliseconds) => void (now += milliseconds) };
}

/** A counter for network addresses, so that each request comes from an address that no other test uses. */
let addresses = 0;
export function newAddress(): string {
  addresses += 1;
  return `10.${Math.floor(addresses / 65_536)}.${Math.floor(addresses / 256) % 256}.${addresses % 256}`;
}

interface Login {
  username: string;
  password?: string;
  from: string;
  /** The device's cookie. */
  cookie?: string;
}

/**
 * Logs in as a browser does. The request looks as if the trusted proxy (`TRUST_PROXY`) had forwarded it from the
 * network address `from`.
 */
export async function logIn(app: TestApp, { username, password = testPassword, from, cookie }: Login) {
  const { status, headers, body } = await app.send('POST', '/api/auth/login', {
    json: { username, password },
    headers: { 'x-forwarded-for': from, ...(cookie && { cookie }) },
  });
  const sent = headers['set-cookie'];
  const cookies = typeof sent === 'string' ? sent : '';
  return { status, body, cookie: cookies.split(';')[0], cookies, wait: Number(headers['retry-after'] ?? 0) };
}

/**
 * Guesses wrong passwords, one from each network address. Returns how many guesses the server checked and did
 * not refuse with 429.
 */
export async function guess(app: TestApp, username: string, attackers: readonly string[]): Promise<number> {
  const answers = await Promise.all(
    attackers.map((from) => logIn(app, { username, password: 'a guess', from })),
  );
  return answers.filter(({ status }) => status === 401).length;
}

export function listNewAddresses(count: number): string[] {
  return Array.from({ length: count }, newAddress);
}
