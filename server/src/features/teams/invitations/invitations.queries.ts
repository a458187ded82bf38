import { type Expression, sql } from 'kysely';
import type { Db, Tx } from '../../../db/connect.ts';

const dayMs = 24 * 3600 * 1000;

export const invitationDays = 30;

/** How many days a team must wait before it can again invite a person who declined. */
const pauseDays = 7;

export function daysAfter(now: Date, days: number): Date {
  return new Date(now.getTime() + days * dayMs);
}

/** Returns the start of the waiting time. A team must wait if the person declined its invitation after this time. */
export function pauseStart(now: Date): Date {
  return daysAfter(now, -pauseDays);
}

/** Whether the invitation is for this person's account or verified email address. */
export function isFor(userId: number) {
  return sql<boolean>`(team_invitations.user_id = ${userId} or team_invitations.email =
    (select lower(users.email) from users where users.id = ${userId} and users.email_verified_at is not null))`;
}

const inviterIsAdmin = sql<boolean>`exists (select from team_members inviters
  where inviters.team_id = team_invitations.team_id and inviters.user_id = team_invitations.invited_by
    and inviters.role = 'team_admin')`;

/**
 * Whether this person may accept the invitation now. A team may invite one person twice, by username and by email
 * address. After the person declines one invitation, the other is hidden while the team must wait, because the team
 * must not learn that both are for one person.
 */
export function isAcceptable({ userId, now }: { userId: number | Expression<unknown>; now: Date }) {
  return sql<boolean>`(team_invitations.state = 'open' and team_invitations.expires_at > ${now}
    and ${inviterIsAdmin}
    and not exists (select from team_members own
      where own.team_id = team_invitations.team_id and own.user_id = ${userId})
    and not exists (select from team_invitations declined
      where declined.team_id = team_invitations.team_id and declined.answered_by = ${userId}
        and declined.state = 'declined' and declined.ended_at > ${pauseStart(now)}))`;
}

/** Lists the invitations that this person may accept, newest first. Each team appears once. */
export async function listReceivedInvitations(db: Db, userId: number, now: Date) {
  const rows = await db
    .selectFrom('team_invitations')
    .innerJoin('teams', 'teams.id', 'team_invitations.team_id')
    .innerJoin('users as inviters', 'inviters.id', 'team_invitations.invited_by')
    .select([
      'team_invitations.id',
      'team_invitations.team_id',
      'teams.name as team_name',
      'teams.description as team_description',
      'team_invitations.role',
      'inviters.username as invited_by',
      'team_invitations.created_at',
      'team_invitations.expires_at',
    ])
    .where(isFor(userId))
    .where(isAcceptable({ userId, now }))
    .orderBy('team_invitations.id', 'desc')
    .limit(100)
    .execute();
  return [...Map.groupBy(rows, (row) => row.team_id).values()].flatMap((ofTeam) => ofTeam.slice(0, 1));
}

export function listSentInvitations(db: Db, teamId: number, now: Date) {
  return db
    .selectFrom('team_invitations')
    .innerJoin('users as inviters', 'inviters.id', 'team_invitations.invited_by')
    .leftJoin('users as invited', 'invited.id', 'team_invitations.user_id')
    .select([
      'team_invitations.id',
      'team_invitations.team_id',
      'team_invitations.role',
      'team_invitations.user_id',
      'invited.username',
      'team_invitations.email',
      'inviters.username as invited_by',
      'team_invitations.created_at',
      'team_invitations.expires_at',
    ])
    .where('team_invitations.team_id', '=', teamId)
    .where('state', '=', 'open')
    .where('expires_at', '>', now)
    .orderBy('team_invitations.id', 'desc')
    .limit(1000)
    .execute();
}

export async function findInvitation(db: Db | Tx, id: number) {
  const found = await db
    .selectFrom('team_invitations')
    .select(['team_id', 'user_id', 'email'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) return undefined;
  const { team_id, user_id, email } = found;
  const invited: Invited =
    user_id === null ? { userId: null, email: email ?? '' } : { userId: user_id, email: null };
  return { team_id, invited };
}

/** Also finds an invitation that is no longer open. */
export function findInvitationFor(db: Db | Tx, id: number, userId: number) {
  return db
    .selectFrom('team_invitations')
    .select(['id', 'team_id', 'invited_by'])
    .where('id', '=', id)
    .where(isFor(userId))
    .executeTakeFirst();
}

/** The invited person: an account, or the owner of an email address. The address is in lower case. */
export type Invited = { userId: number; email: null } | { userId: null; email: string };

/**
 * Whether the person is a member of the team. Looks only at members, whose email addresses the team's admins know
 * anyway.
 */
export async function isMember(db: Db | Tx, teamId: number, { userId, email }: Invited): Promise<boolean> {
  const members = db.selectFrom('team_members').select('team_members.id').where('team_id', '=', teamId);
  const found =
    userId === null
      ? members
          .innerJoin('users', 'users.id', 'team_members.user_id')
          .where(sql<boolean>`lower(users.email) = ${email}`)
      : members.where('user_id', '=', userId);
  return (await found.executeTakeFirst()) !== undefined;
}

/**
 * Whether the person declined an invitation of the team to this account or email address so recently that the team must
 * wait.
 */
export async function hasDeclined(db: Db | Tx, teamId: number, { userId, email }: Invited, now: Date) {
  const declined = await db
    .selectFrom('team_invitations')
    .select('id')
    .where('team_id', '=', teamId)
    .where((where) => (userId === null ? where('email', '=', email) : where('user_id', '=', userId)))
    .where('state', '=', 'declined')
    .where('ended_at', '>', pauseStart(now))
    .executeTakeFirst();
  return declined !== undefined;
}

/** Finds the data for the mail about an invitation. Returns undefined when the invitation can no longer be accepted. */
export function findInvitationForMail(db: Db, id: number, now: Date) {
  return db
    .selectFrom('team_invitations')
    .innerJoin('teams', 'teams.id', 'team_invitations.team_id')
    .innerJoin('users as inviters', 'inviters.id', 'team_invitations.invited_by')
    .leftJoin('users as accounts', (join) =>
      join.on(
        sql<boolean>`(accounts.id = team_invitations.user_id or lower(accounts.email) = team_invitations.email)`,
      ),
    )
    .select([
      'team_invitations.id',
      'team_invitations.team_id',
      'teams.name as team_name',
      'team_invitations.role',
      'team_invitations.invited_by',
      'team_invitations.expires_at',
      'inviters.username as inviter_name',
      'team_invitations.email as typed_email',
      'accounts.id as user_id',
      'accounts.username',
      'accounts.email',
    ])
    .where('team_invitations.id', '=', id)
    .where(isAcceptable({ userId: sql.ref('accounts.id'), now }))
    .executeTakeFirst();
}

type FoundInvitation = NonNullable<Awaited<ReturnType<typeof findInvitationForMail>>>;

export type MailedInvitation = FoundInvitation & { email: string };
