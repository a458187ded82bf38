import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { countUse } from '../../http/limits.ts';
import type { Actor } from '../../http/session.ts';
import { describeSite } from '../../mail/compose.ts';
import { retryWith, type Letter } from '../../mail/letter.ts';
import { deleteStop, hashAddress } from '../../mail/mail-stops.ts';
import { sendOnce } from '../../mail/send-once.ts';
import { getUser } from '../users/users.service.ts';
import { renderFollowLinkMail } from './follows.emails.ts';
import { sendFollowLinkJob } from './follows.jobs.ts';
import { findFollower, listFollowedTeams } from './follows.queries.ts';
import { readFollowToken, signFollowToken } from './follows.rules.ts';

const dayMs = 24 * 3600 * 1000;

/** An address that nobody confirmed, or whose owner stopped these mails, is deleted after this many days. */
const keptDays = 7;

interface Wish {
  teamId: number;
  email: string;
  /** The network address of the request, as `callerSubject` returns it. */
  caller: string;
}

/**
 * Notes that somebody wants to follow a team, and enqueues the mail with the link. Does the same for an address that
 * follows already, so that the answer tells nobody who does. The job then sends nothing.
 */
export async function askToFollow(deps: Deps, { teamId, email, caller }: Wish): Promise<void> {
  await countUse(deps, 'follow_caller', caller);
  const team = await deps.db.selectFrom('teams').select('id').where('id', '=', teamId).executeTakeFirst();
  if (!team) throw new ApiError('team_not_found');
  await countUse(deps, 'follow_team', teamId);
  const asked_at = deps.clock.now();
  await deps.db.transaction().execute(async (tx) => {
    // The team may be deleted at this moment.
    await tx.selectFrom('teams').select('id').where('id', '=', teamId).forKeyShare().execute();
    const { id } = await tx
      .insertInto('team_followers')
      .values({ team_id: teamId, email, address_hash: hashAddress(email), asked_at })
      .onConflict((conflict) => conflict.constraint('team_followers_address_key').doUpdateSet({ asked_at }))
      .returning('id')
      .executeTakeFirstOrThrow();
    await deps.jobs.enqueue(tx, sendFollowLinkJob, { followerId: id, key: randomUUID() });
  });
}

export async function sendFollowLink(deps: Deps, data: { followerId: number; key: string }): Promise<void> {
  const follower = await findFollower(deps.db, data.followerId);
  if (!follower || (follower.confirmed_at !== null && (await isFollowing(deps, follower)))) return;
  const letter: Letter = {
    fact: `follow-link:${data.key}`,
    kind: 'follow_request',
    to: { userId: null, email: follower.email },
    teamId: follower.team_id,
    retry: retryWith(sendFollowLinkJob, data),
  };
  const token = signFollowToken(deps.sessionSecret, follower.id);
  await sendOnce(deps, letter, () => renderFollowLinkMail(follower, { token, site: describeSite(deps) }));
}

interface Follow {
  team_id: number;
  email: string;
}

/** Whether the owner of the address has not stopped the mails of this team to its followers. */
async function isFollowing({ db }: Deps, { team_id, email }: Follow): Promise<boolean> {
  const stop = await db
    .selectFrom('mail_stops')
    .select('scope')
    .where('address_hash', '=', hashAddress(email))
    .where('scope', '=', 'follow')
    .where('object_id', '=', team_id)
    .executeTakeFirst();
  return stop === undefined;
}

interface FollowedTeam {
  id: number;
  name: string;
}

/** Finds the team of a mailed link. */
export async function getFollowOf(deps: Deps, token: string): Promise<FollowedTeam> {
  const follower = await findFollower(deps.db, getFollowerId(deps, token));
  if (!follower) throw new ApiError('link_expired');
  return { id: follower.team_id, name: follower.team_name };
}

function getFollowerId({ sessionSecret }: Deps, token: string): number {
  const followerId = readFollowToken(sessionSecret, token);
  if (followerId === undefined) throw new ApiError('link_invalid');
  return followerId;
}

/** Follows the team of a mailed link. Following again ends an earlier stop. */
export async function confirmFollow(deps: Deps, token: string): Promise<FollowedTeam> {
  const followerId = getFollowerId(deps, token);
  const now = deps.clock.now();
  const confirmed = await deps.db
    .updateTable('team_followers')
    .set({ confirmed_at: sql<Date>`coalesce(confirmed_at, ${now})` })
    .where('id', '=', followerId)
    .returning(['team_id', 'address_hash'])
    .executeTakeFirst();
  const follower = confirmed && (await findFollower(deps.db, followerId));
  if (!follower) throw new ApiError('link_expired');
  await deleteStop(deps.db, confirmed.address_hash, { scope: 'follow', objectId: confirmed.team_id });
  return { id: follower.team_id, name: follower.team_name };
}

/** An account has proved its verified address, so it follows without a mailed link. Ends an earlier stop. */
export async function followAsUser(deps: Deps, actor: Actor, teamId: number): Promise<FollowedTeam> {
  await countUse(deps, 'follow_account', actor.id);
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    const email = await getVerifiedEmail(tx, actor);
    const team = await tx
      .selectFrom('teams')
      .select(['id', 'name'])
      .where('id', '=', teamId)
      .forKeyShare()
      .executeTakeFirst();
    if (!team) throw new ApiError('team_not_found');
    const address_hash = hashAddress(email);
    await tx
      .insertInto('team_followers')
      .values({ team_id: teamId, email, address_hash, asked_at: now, confirmed_at: now })
      .onConflict((conflict) =>
        conflict
          .constraint('team_followers_address_key')
          .doUpdateSet({ confirmed_at: sql<Date>`coalesce(team_followers.confirmed_at, ${now})` }),
      )
      .execute();
    await deleteStop(tx, address_hash, { scope: 'follow', objectId: teamId });
    return team;
  });
}

/** Locks the account, so that it keeps this address, and is not deleted, until the commit. */
async function getVerifiedEmail(tx: Tx, actor: Actor): Promise<string> {
  const user = await tx
    .selectFrom('users')
    .select(['email', 'email_verified_at'])
    .where('id', '=', actor.id)
    .forShare()
    .executeTakeFirst();
  if (!user?.email_verified_at) throw new ApiError('email_not_verified');
  return user.email;
}

/** Forgets that the address of the caller follows a team, also when the mailed link was not pressed yet. */
export async function stopFollowing(deps: Deps, actor: Actor, teamId: number): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const email = await getVerifiedEmail(tx, actor);
    await tx
      .deleteFrom('team_followers')
      .where('team_id', '=', teamId)
      .where('address_hash', '=', hashAddress(email))
      .execute();
  });
}

export async function listFollows(db: Db, actor: Actor) {
  const { email, email_verified } = await getUser(db, actor.id);
  // An address that nobody has verified may belong to somebody else.
  return email_verified ? listFollowedTeams(db, hashAddress(email)) : [];
}

/** Deletes addresses that nobody confirmed, and those whose owner stopped these mails. */
export async function deleteOldFollows({ db, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * dayMs);
  await db
    .deleteFrom('team_followers')
    .where((where) =>
      where.or([
        where('confirmed_at', 'is', null).and('asked_at', '<', before),
        where.exists(
          where
            .selectFrom('mail_stops')
            .select('scope')
            .whereRef('mail_stops.address_hash', '=', 'team_followers.address_hash')
            .whereRef('mail_stops.object_id', '=', 'team_followers.team_id')
            .where('scope', '=', 'follow')
            .where('stopped_at', '<', before),
        ),
      ]),
    )
    .execute();
}

/** Deletes what the owner of a deleted account follows. */
export async function deleteFollowsOf(tx: Tx, email: string): Promise<void> {
  await tx.deleteFrom('team_followers').where('address_hash', '=', hashAddress(email)).execute();
}
