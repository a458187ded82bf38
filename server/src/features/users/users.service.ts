import { recordAudit, type Author } from '../../db/audit.ts';
import type { Db, Tx } from '../../db/connect.ts';
import { violates } from '../../db/failures.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { findDuty, type Actor } from '../../http/session.ts';
import { enqueuePictureRemoval } from '../../storage/saved-pictures.ts';
import { enqueueVerification } from './addresses/verification.service.ts';
import { assertGoodPassword, assertRecentPassword } from './users.passwords.service.ts';
import { canActFor } from './users.policy.ts';
import { findUser, findUserForLogin, isLastSiteAdmin, listMemberships } from './users.queries.ts';

export async function getUserWithTeams(deps: Pick<Deps, 'config'>, db: Db | Tx, id: number) {
  return { ...withDuty(deps, await getUser(db, id)), teams: await listMemberships(db, id) };
}

/** Adds the user's duty, which depends on the settings of Foyer, so that a query cannot compute it. */
export function withDuty<User extends Parameters<typeof findDuty>[0]>(
  { config }: Pick<Deps, 'config'>,
  user: User,
) {
  return { ...user, duty: findDuty(user, config) };
}

export async function getUser(db: Db | Tx, id: number) {
  const user = await findUser(db, id);
  if (!user) throw new ApiError('user_not_found');
  return user;
}

/** Throws `forbidden`. Does not check that the user exists. */
export function assertMayActFor(actor: Actor, userId: number): void {
  if (!canActFor(actor, userId)) throw new ApiError('forbidden');
}

export async function assertMayReadFor(db: Db, actor: Actor, userId: number): Promise<void> {
  assertMayActFor(actor, userId);
  // The caller's row was read together with the login session, so the caller exists.
  if (userId !== actor.id) await assertUserExists(db, userId);
}

/** Throws `email_not_verified` unless the caller has verified the email address of their own account. */
export async function assertVerified(db: Db | Tx, actor: Actor): Promise<void> {
  if (!(await getUser(db, actor.id)).email_verified) throw new ApiError('email_not_verified');
}

export async function assertUserExists(db: Db, userId: number): Promise<void> {
  await getUser(db, userId);
}

/** Throws `user_not_found`. */
export async function getUserId(tx: Tx, who: { user_id?: number; name?: string }): Promise<number> {
  const user =
    who.user_id === undefined ? await findUserForLogin(tx, who.name ?? '') : await findUser(tx, who.user_id);
  if (!user) throw new ApiError('user_not_found');
  return user.id;
}

/** Throws `username_taken` and `email_taken`. */
export async function insertUser(
  tx: Tx,
  user: {
    username: string;
    name?: string;
    email: string;
    password_hash: string;
    is_site_admin?: boolean;
    /** Missing when nobody has shown yet that they can read mail at the email address. */
    email_verified_at?: Date;
    must_change_password?: boolean;
  },
): Promise<number> {
  const { id } = await tx
    .insertInto('users')
    .values(user)
    .returning('id')
    .executeTakeFirstOrThrow()
    .catch(rethrowTakenName);
  return id;
}

/**
 * Turns the database's error for a taken username or email address into an ApiError. Throws any other error unchanged.
 */
export function rethrowTakenName(error: unknown): never {
  if (violates(error, 'users_username_key')) throw new ApiError('username_taken');
  if (violates(error, 'users_email_key')) throw new ApiError('email_taken');
  throw error;
}

/**
 * Administrators must have typed their own password recently, because this call gives them a password with which they
 * can log in as the new user. The user must replace the password at the first login.
 */
export async function createUser(
  deps: Deps,
  actor: Actor,
  { password, ...account }: { username: string; email: string; password: string; is_site_admin?: boolean },
) {
  assertRecentPassword(deps, actor);
  assertGoodPassword(deps.config, password, account);
  const password_hash = await deps.passwords.hash(password, { userId: actor.id });
  return deps.db.transaction().execute(async (tx) => {
    const id = await insertUser(tx, { ...account, password_hash, must_change_password: true });
    await enqueueVerification(deps, tx, { id, email: account.email }, null);
    await recordUserCreated(tx, deps.clock.now(), actor, { id, ...account });
    return getUserWithTeams(deps, tx, id);
  });
}

export function recordUserCreated(
  tx: Tx,
  at: Date,
  by: Author,
  { id: objectId, is_site_admin = false }: { id: number; is_site_admin?: boolean },
): Promise<void> {
  const details = { is_site_admin };
  return recordAudit(tx, at, { by, action: 'user.created', objectId, eventId: null, details });
}

/**
 * Makes a user a site administrator, or takes this right back. Throws `last_site_admin`. Does nothing when the user
 * does not exist.
 */
export async function setSiteAdmin(
  deps: Pick<Deps, 'db' | 'clock'>,
  by: Author,
  userId: number,
  isSiteAdmin: boolean,
): Promise<void> {
  const now = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    if (!isSiteAdmin) await assertAdminRemains(tx, userId);
    const changed = await tx
      .updateTable('users')
      .set({ is_site_admin: isSiteAdmin, updated_at: now })
      .where('id', '=', userId)
      .where('is_site_admin', '!=', isSiteAdmin)
      .returning('id')
      .executeTakeFirst();
    if (changed) {
      const action = isSiteAdmin ? 'user.promoted' : 'user.demoted';
      await recordAudit(tx, now, { by, action, objectId: userId, eventId: null });
    }
  });
}

/** The database also deletes the login sessions. Throws `user_not_found`. */
export async function deleteUserRow(deps: Deps, tx: Tx, userId: number): Promise<void> {
  const removed = await tx
    .deleteFrom('users')
    .where('id', '=', userId)
    .returning('profile_image_url')
    .executeTakeFirst();
  if (!removed) throw new ApiError('user_not_found');
  await enqueuePictureRemoval(deps, tx, removed.profile_image_url);
}

/**
 * Throws if the user is the only site administrator. Locks all administrators, so that of the last two only one can
 * step down.
 */
export async function assertAdminRemains(tx: Tx, userId: number): Promise<void> {
  const user = await findUser(tx, userId);
  if (!user?.is_site_admin) return;
  await tx
    .selectFrom('users')
    .select('id')
    .where('is_site_admin', '=', true)
    .orderBy('id')
    // With `for update`, a registration of an administrator would have to wait, because the registration refers to this
    // row.
    .forNoKeyUpdate()
    .execute();
  if (await isLastSiteAdmin(tx, userId)) throw new ApiError('last_site_admin');
}
