import { randomUUID } from 'node:crypto';
import type { Duty } from '@foyer/contract/endpoint.ts';
import { jwtVerify, SignJWT } from 'jose';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Db } from '../db/connect.ts';
import { prepare } from '../db/hot.ts';
import { ApiError } from './errors.ts';

/** The signed-in caller, read from the database for every request, so that changes take effect at once. */
export interface Actor {
  id: number;
  sessionId: string;
  username: string;
  isSiteAdmin: boolean;
  duty: Duty | null;
  /**
   * When the caller last entered the password in this login session, or null if that was before Foyer stored this time.
   */
  passwordConfirmedAt: Date | null;
}

const accessTokenSeconds = 15 * 60;

type Key = ReturnType<typeof crypto.subtle.importKey>;

const keys = new WeakMap<Uint8Array, Key>();

/** Returns the key for signing and checking. It is made once, because the library would make it for each token. */
function findKey(secret: Uint8Array): Key {
  const known = keys.get(secret);
  if (known) return known;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = crypto.subtle.importKey('raw', secret.slice(), algorithm, false, ['sign', 'verify']);
  keys.set(secret, key);
  return key;
}

/** The token names its session and is valid for 15 minutes. */
export async function signAccessToken(secret: Uint8Array, sessionId: string, userId: number, now: Date) {
  const issuedAt = toSeconds(now);
  return (
    new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(String(userId))
      // Without this random id, two tokens issued in the same second would be equal.
      .setJti(randomUUID())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + accessTokenSeconds)
      .sign(await findKey(secret))
  );
}

interface Verification {
  db: Db;
  secret: Uint8Array;
  now: Date;
  config: Pick<Config, 'requireTwoFactor'>;
}

/**
 * Finds the caller by the Authorization header. Returns null without the header, and throws `invalid_token` for a bad
 * token.
 */
export async function findActor(
  header: string | undefined,
  { db, secret, now, config }: Verification,
): Promise<Actor | null> {
  if (header === undefined) return null;
  // Base64 may be written with spaces in it. Each such spelling of one token would be remembered as another token.
  const token = /^Bearer ([\w-]+(?:\.[\w-]+){2})$/i.exec(header)?.[1];
  if (!token) throw new ApiError('invalid_token');
  const sessionId = await readAccessToken(secret, token, now);
  // The caller learns only that the token does not work, not why.
  if (sessionId === undefined) throw new ApiError('invalid_token');
  const [row] = await findSession(db, { sessionId, now });
  if (!row) throw new ApiError('invalid_token');
  return {
    id: row.id,
    sessionId,
    username: row.username,
    isSiteAdmin: row.is_site_admin,
    duty: findDuty(row, config),
    passwordConfirmedAt: row.password_confirmed_at,
  };
}

/**
 * Look for a second factor only if the user is an administrator. Foyer never requires one from other users, and they
 * make most requests.
 */
const hasTwoFactorIfAdmin = sql<boolean>`users.is_site_admin and exists (
  select from two_factors where two_factors.user_id = users.id and two_factors.confirmed_at is not null
)`;

const findSession = prepare((db, { sessionId, now }: { sessionId: string; now: Date }) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.username',
      'users.is_site_admin',
      'users.must_change_password',
      'sessions.password_confirmed_at',
      hasTwoFactorIfAdmin.as('two_factor_enabled'),
    ])
    .where('sessions.id', '=', sessionId)
    .where('sessions.expires_at', '>', now),
);

interface DutyFacts {
  must_change_password: boolean;
  is_site_admin: boolean;
  two_factor_enabled: boolean;
}

export function findDuty(
  user: DutyFacts,
  { requireTwoFactor }: Pick<Config, 'requireTwoFactor'>,
): Duty | null {
  if (user.must_change_password) return 'change_password';
  const needsTwoFactor = requireTwoFactor === 'admins' && user.is_site_admin;
  return needsTwoFactor && !user.two_factor_enabled ? 'set_up_two_factor' : null;
}

interface CheckedToken {
  sessionId: string;
  /** In seconds, as tokens say it. */
  expiresAt: number;
}

/**
 * Tokens whose signature was right, by the secret they were checked with. Checking a signature takes longer than
 * reading the session, and a browser sends the same token for 15 minutes.
 */
const checkedTokens = new WeakMap<Uint8Array, Map<string, CheckedToken>>();

/** About 5 MB of memory. */
const mostCheckedTokens = 10_000;

/** Returns the session that the token names, or undefined if Foyer did not issue the token or its time is over. */
async function readAccessToken(secret: Uint8Array, token: string, now: Date) {
  const known = checkedTokens.get(secret)?.get(token) ?? (await checkToken(secret, token));
  return known && known.expiresAt > toSeconds(now) ? known.sessionId : undefined;
}

async function checkToken(secret: Uint8Array, token: string): Promise<CheckedToken | undefined> {
  try {
    // The caller compares the times, for remembered tokens too. This date leaves it to the caller.
    const { payload } = await jwtVerify(token, await findKey(secret), {
      algorithms: ['HS256'],
      currentDate: new Date(0),
    });
    if (typeof payload.sid !== 'string' || payload.exp === undefined) return undefined;
    const checked = { sessionId: payload.sid, expiresAt: payload.exp };
    remember(secret, token, checked);
    return checked;
  } catch {
    return undefined;
  }
}

function remember(secret: Uint8Array, token: string, checked: CheckedToken) {
  const tokens = checkedTokens.get(secret) ?? new Map<string, CheckedToken>();
  checkedTokens.set(secret, tokens);
  const [oldest] = tokens.keys();
  if (tokens.size >= mostCheckedTokens && oldest !== undefined) tokens.delete(oldest);
  tokens.set(token, checked);
}

function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
