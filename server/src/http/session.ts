import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { Duty } from '@foyer/contract/endpoint.ts';
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

/**
 * Access tokens are JSON Web Tokens with HMAC-SHA-256. Libraries for such tokens check each one in another thread, which
 * takes longer than the check.
 */
const accessTokenSeconds = 15 * 60;

/** Every token starts with this header. Another one, such as one that names no algorithm, is not accepted. */
const tokenHeader = encode({ alg: 'HS256' });

interface Claims {
  sid: string;
  exp: number;
}

/** The token names its session and is valid for 15 minutes. */
export function signAccessToken(secret: Uint8Array, sessionId: string, userId: number, now: Date): string {
  const issuedAt = toSeconds(now);
  const claims = {
    sid: sessionId,
    sub: String(userId),
    // Without this random id, two tokens issued in the same second would be equal.
    jti: randomUUID(),
    iat: issuedAt,
    exp: issuedAt + accessTokenSeconds,
  };
  const content = `${tokenHeader}.${encode(claims)}`;
  return `${content}.${sign(secret, content)}`;
}

/** Returns the session that the token names, or undefined if Foyer did not issue the token or its time is over. */
function readAccessToken(secret: Uint8Array, token: string, now: Date): string | undefined {
  const [start, claims = '', signature = '', ...rest] = token.split('.');
  if (start !== tokenHeader || rest.length > 0) return undefined;
  if (!isEqual(signature, sign(secret, `${start}.${claims}`))) return undefined;
  // Only Foyer can sign claims, so they have this form.
  const { sid, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims;
  return exp > toSeconds(now) ? sid : undefined;
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
  const token = /^Bearer (.+)$/i.exec(header)?.[1];
  if (!token) throw new ApiError('invalid_token');
  const sessionId = readAccessToken(secret, token, now);
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

function sign(secret: Uint8Array, content: string): string {
  return createHmac('sha256', secret).update(content).digest('base64url');
}

/** Compares in the same time whatever the first difference is, so that nobody can guess a signature step by step. */
function isEqual(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function toSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
