import { randomUUID } from 'node:crypto';
import type { Duty } from '@foyer/contract/endpoint.ts';
import { jwtVerify, SignJWT } from 'jose';
import { sql } from 'kysely';
import type { Config } from '../config.ts';
import type { Db } from '../db/connect.ts';
import { hot } from '../db/hot.ts';
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

/** The token names its session and is valid for 15 minutes. */
export async function signAccessToken(secret: Uint8Array, sessionId: string, userId: number, now: Date) {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return (
    new SignJWT({ sid: sessionId })
      .setProtectedHeader({ alg: 'HS256' })
      .setSubject(String(userId))
      // Without this random id, two tokens issued in the same second would be equal.
      .setJti(randomUUID())
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + accessTokenSeconds)
      .sign(secret)
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
  const token = /^Bearer (.+)$/i.exec(header)?.[1];
  if (!token) throw new ApiError('invalid_token');
  const sessionId = await readSessionId(token, secret, now);
  const row = await db
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
    .modifyFront(hot)
    .where('sessions.id', '=', sessionId)
    .where('sessions.expires_at', '>', now)
    .executeTakeFirst();
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

async function readSessionId(token: string, secret: Uint8Array, now: Date): Promise<string> {
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'], currentDate: now });
    if (typeof payload.sid === 'string') return payload.sid;
  } catch {
    // The caller learns only that the token does not work, not why.
  }
  throw new ApiError('invalid_token');
}
