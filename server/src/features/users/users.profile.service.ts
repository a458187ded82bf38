import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { recordAudit } from '../../db/audit.ts';
import type { Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { ApiError, fieldError } from '../../http/errors.ts';
import type { UploadedFile } from '../../http/form.ts';
import { countUse } from '../../http/limits.ts';
import type { Actor } from '../../http/session.ts';
import { countPictureAddress } from '../../storage/keep-picture.ts';
import { enqueuePictureRemoval, saveWithPicture } from '../../storage/saved-pictures.ts';
import { enqueueVerification } from './addresses/verification.service.ts';
import { choosePicture, enqueueUserPicture, pictureColumns } from './pictures/pictures.service.ts';
import { nameOrdersJob, tellOfNewAddressJob } from './users.jobs.ts';
import { endLinks } from './users.links.service.ts';
import {
  assertGoodPassword,
  assertKnowsPassword,
  assertRecentPassword,
  replacePassword,
  wrongPassword,
} from './users.passwords.service.ts';
import { findPasswordHash, type findUser, lockUser } from './users.queries.ts';
import { assertMayActFor, getUser, getUserWithTeams, rethrowTakenName } from './users.service.ts';

type ProfileChange = BodyOf<Endpoints['PATCH /users/:id']>;

/**
 * Changes a profile. For a new email address or password, users must send their current password. Administrators must
 * have typed their own password recently, because this change lets them log in as the user. The route has checked that
 * the caller may send a picture.
 */
export async function updateUser(
  deps: Deps,
  actor: Actor,
  { userId, caller }: { userId: number; caller: Caller },
  change: ProfileChange,
  file: UploadedFile | null,
) {
  assertMayActFor(actor, userId);
  if (!file) assertChangesSomething(change);
  if (actor.duty === 'change_password' && !change.password) throw new ApiError('password_change_required');
  const isSelf = userId === actor.id;
  const known = await getUser(deps.db, userId);
  const opensAccount = change.password !== undefined || isNewEmail(known, change);
  if (!isSelf && opensAccount) assertRecentPassword(deps, actor);
  const provenHash =
    isSelf && opensAccount
      ? await assertKnowsPassword(deps, actor, {
          field: 'current_password',
          password: change.current_password,
        })
      : null;
  if (isSelf && change.password !== undefined && change.password === change.current_password) {
    throw fieldError('password', 'The new password must differ from the current one');
  }
  if (isNewEmail(known, change)) {
    await countUse(deps, 'change_address', actor.id);
    await countUse(deps, 'change_address_caller', caller.address);
  }
  const passwordHash = change.password && (await hashNewPassword(deps, actor, known, change));
  await countPictureAddress(deps, actor, change.profile_image_url);
  const save = async (tx: Tx, picture: string | null) => {
    const before = await lockUser(tx, userId);
    if (!before) throw new ApiError('user_not_found');
    // Another request may have changed the email address or the password since they were compared above.
    const hasOtherPassword =
      provenHash !== null && (await findPasswordHash(tx, userId))?.password_hash !== provenHash;
    const needsProof = isSelf && provenHash === null && isNewEmail(before, change);
    if (hasOtherPassword || needsProof) throw wrongPassword('current_password');
    const by = { byAdministrator: !isSelf, caller: caller.address };
    await writeProfile(deps, tx, before, { change, picture }, by);
    if (passwordHash) {
      const kept = isSelf
        ? { keptSession: actor.sessionId, keptDevice: caller.device }
        : { keptSession: null, keptDevice: null };
      await replacePassword(deps, tx, before, { passwordHash, isInitial: !isSelf, ...kept });
    }
    const fields = listChanged(before, picture ? { ...change, profile_image_url: picture } : change);
    if (!isSelf && fields.length > 0) {
      const entry = { by: actor, action: 'user.changed', objectId: userId, eventId: null } as const;
      await recordAudit(tx, deps.clock.now(), { ...entry, details: { fields: fields.join(', ') } });
    }
    const user = await getUserWithTeams(deps, tx, userId);
    if (user.profile_image_url !== before.profile_image_url) {
      await enqueuePictureRemoval(deps, tx, before.profile_image_url);
    }
    return user;
  };
  return saveWithPicture(deps, 'users', file, save);
}

function assertChangesSomething(change: ProfileChange): void {
  const { username, name, email, profile_image_url, password } = change;
  if ([username, name, email, profile_image_url, password].every((value) => value === undefined)) {
    throw fieldError('', 'No valid fields to update');
  }
}

/**
 * Clients send the whole profile, so the email address may be the present one. A change between upper and lower case
 * makes no new address.
 */
function isNewEmail(user: { email: string }, { email }: ProfileChange): boolean {
  return email !== undefined && email.toLowerCase() !== user.email.toLowerCase();
}

async function hashNewPassword(
  deps: Deps,
  actor: Actor,
  user: { username: string; email: string },
  { password = '', username = user.username, email = user.email }: ProfileChange,
): Promise<string> {
  assertGoodPassword(deps.config, password, { username, email });
  return deps.passwords.hash(password, { userId: actor.id });
}

/** Writes all of a profile except the password. A new email address must be verified, and the former one is told. */
async function writeProfile(
  deps: Deps,
  tx: Tx,
  before: NonNullable<Awaited<ReturnType<typeof findUser>>>,
  { change, picture: uploaded }: { change: ProfileChange; picture: string | null },
  { byAdministrator, caller }: { byAdministrator: boolean; caller: string },
): Promise<void> {
  const { password: _, current_password: __, profile_image_url, ...profile } = change;
  const picture = uploaded
    ? pictureColumns(uploaded)
    : choosePicture(profile_image_url, before, deps.publicUrl);
  const now = deps.clock.now();
  const hasNewEmail = isNewEmail(before, change);
  await tx
    .updateTable('users')
    .set({ ...profile, ...picture, updated_at: now, ...(hasNewEmail && { email_verified_at: null }) })
    .where('id', '=', before.id)
    .execute()
    .catch(rethrowTakenName);
  await enqueueUserPicture(deps, tx, { id: before.id, profile_image_url: null, ...picture });
  if (profile.name && before.name === null) await deps.jobs.enqueue(tx, nameOrdersJob, { userId: before.id });
  if (!hasNewEmail) return;
  // End the links that were mailed to the former email address, because people who can read its mail must not choose a
  // password.
  await endLinks(tx, before.id, ['verify_email', 'reset_password', 'choose_password']);
  await enqueueVerification(deps, tx, { id: before.id, email: profile.email ?? '' }, caller);
  if (!before.email_verified) return;
  const news = { userId: before.id, email: before.email, at: now.toISOString(), byAdministrator };
  await deps.jobs.enqueue(tx, tellOfNewAddressJob, news);
}

/** Keeps the name that a buyer typed in an order, for the next orders of the account. */
export async function keepBuyerName(deps: Deps, userId: number, name: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const before = await lockUser(tx, userId);
    if (!before || before.name === name) return;
    await tx
      .updateTable('users')
      .set({ name, updated_at: deps.clock.now() })
      .where('id', '=', userId)
      .execute();
    if (before.name === null) await deps.jobs.enqueue(tx, nameOrdersJob, { userId });
  });
}

/** Lists the fields whose value changed, because clients also send unchanged fields. */
function listChanged(
  before: NonNullable<Awaited<ReturnType<typeof findUser>>>,
  change: ProfileChange,
): string[] {
  const { password, current_password: _, ...profile } = change;
  const changed = Object.entries(profile).filter(
    ([name, value]) => before[name as keyof typeof profile] !== value,
  );
  return [...changed.map(([name]) => name), ...(password ? ['password'] : [])].toSorted();
}
