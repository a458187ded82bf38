import type { AuditDetails } from '@foyer/contract/admin.ts';
import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { TeamRole } from '@foyer/contract/fields.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { sql } from 'kysely';
import { recordAudit } from '../../db/audit.ts';
import type { Db, Tx } from '../../db/connect.ts';
import { violates } from '../../db/failures.ts';
import type { Deps } from '../../deps.ts';
import type { Signed } from '../../http/caller.ts';
import { ApiError, fieldError } from '../../http/errors.ts';
import type { UploadedFile } from '../../http/form.ts';
import { countAllUses, takeBackUses, type Use } from '../../http/limits.ts';
import type { Actor } from '../../http/session.ts';
import { changesPicture } from '../../storage/keep-picture.ts';
import { enqueuePictureRemoval, saveWithPicture } from '../../storage/saved-pictures.ts';
import { getUser } from '../users/users.service.ts';
import { mayInTeam, type TeamAction } from './teams.policy.ts';
import { findRole, findTeam } from './teams.queries.ts';

export async function getTeam(db: Db | Tx, id: number) {
  const team = await findTeam(db, id);
  if (!team) throw new ApiError('team_not_found');
  return team;
}

/** Throws `team_not_found` and `forbidden`. */
export async function getTeamFor(db: Db | Tx, actor: Actor, action: TeamAction, teamId: number) {
  return (await getTeamAndRoleFor(db, actor, action, teamId)).team;
}

/** Like `getTeamFor`, and also returns the caller's role in the team. */
export async function getTeamAndRoleFor(db: Db | Tx, actor: Actor, action: TeamAction, teamId: number) {
  const team = await getTeam(db, teamId);
  const role = await findRole(db, teamId, actor.id);
  if (!mayInTeam(action, actor, role)) throw new ApiError('forbidden');
  return { team, role };
}

/** Throws `team_name_taken`. */
export async function insertTeam(
  tx: Tx,
  team: { name: string; description: string | null; contactEmail?: string | null; adminId: number },
) {
  const created = await tx
    .insertInto('teams')
    .values({ name: team.name, description: team.description, contact_email: team.contactEmail })
    .returning(['id', 'name', 'description', 'picture_url', 'contact_email', 'created_at', 'updated_at'])
    .executeTakeFirstOrThrow()
    .catch(rethrowTakenTeamName);
  const teamMember = await insertMember(tx, {
    team_id: created.id,
    user_id: team.adminId,
    role: 'team_admin',
  });
  return { team: created, teamMember };
}

/** Throws `already_member`, and `team_not_found` or `user_not_found` if the team or user was deleted meanwhile. */
export function insertMember(tx: Tx, member: { team_id: number; user_id: number; role: TeamRole }) {
  return tx
    .insertInto('team_members')
    .values(member)
    .returning(['id', 'team_id', 'user_id', 'role'])
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      if (violates(error, 'team_members_once')) throw new ApiError('already_member');
      if (violates(error, 'team_members_team_fk')) throw new ApiError('team_not_found');
      if (violates(error, 'team_members_user_fk')) throw new ApiError('user_not_found');
      throw error;
    });
}

/** Records each change of members and roles in the audit log, because roles decide who may refund money. */
export function recordMemberChange(
  deps: Pick<Deps, 'clock'>,
  tx: Tx,
  actor: Actor,
  action: 'team.member_added' | 'team.role_changed' | 'team.member_removed',
  { team_id, user_id, role }: { team_id: number; user_id: number; role: TeamRole },
  origin: AuditDetails = {},
): Promise<void> {
  const entry = { by: actor, action, objectId: team_id, eventId: null } as const;
  return recordAudit(tx, deps.clock.now(), { ...entry, details: { user_id, role, ...origin } });
}

/** Site administrators are not limited. Only teams that were created count. */
export async function createTeam(
  deps: Deps,
  { actor, address }: Signed,
  body: BodyOf<Endpoints['POST /teams']>,
) {
  const uses: Use[] = actor.isSiteAdmin
    ? []
    : [
        { name: 'new_team', subject: actor.id },
        { name: 'new_team_address', subject: address },
      ];
  await countAllUses(
    deps,
    uses,
    'Too many new teams within a day. Use one of your teams, or try again tomorrow.',
  );
  return deps.db
    .transaction()
    .execute(async (tx) => {
      await assertMayShow(tx, actor, body.contact_email);
      const { team, teamMember } = await insertTeam(tx, {
        name: body.name,
        description: body.description || null,
        contactEmail: body.contact_email,
        adminId: actor.id,
      });
      return { teamId: team.id, memberId: teamMember.id };
    })
    .catch(async (error: unknown) => {
      await takeBackUses(deps, uses);
      throw error;
    });
}

export async function updateTeam(
  deps: Deps,
  actor: Actor,
  teamId: number,
  change: TeamChange,
  file: UploadedFile | null,
) {
  return saveWithPicture(deps, 'teams', file, (tx, picture) =>
    writeTeam(deps, tx, actor, { teamId, change, picture }),
  );
}

type TeamChange = BodyOf<Endpoints['PATCH /teams/:id']>;

async function writeTeam(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { teamId, change, picture }: { teamId: number; change: TeamChange; picture: string | null },
) {
  // Two changes at once must not both find the same picture before them, because then one picture would stay.
  await tx.selectFrom('teams').select('id').where('id', '=', teamId).forNoKeyUpdate().execute();
  const before = await getTeamFor(tx, actor, 'manage', teamId);
  const { name, description, contact_email, picture_url } = change;
  if (!picture && [name, description, contact_email, picture_url].every((value) => value === undefined)) {
    throw fieldError('', 'No valid fields to update');
  }
  if (contact_email !== before.contact_email) await assertMayShow(tx, actor, contact_email);
  await tx
    .updateTable('teams')
    .set({
      name,
      ...(description !== undefined && { description: description || null }),
      contact_email,
      picture_url: picture ?? choosePicture(picture_url, before, deps.publicUrl),
      updated_at: deps.clock.now(),
    })
    .where('id', '=', teamId)
    .execute()
    .catch(rethrowTakenTeamName);
  const after = await getTeamFor(tx, actor, 'manage', teamId);
  if (after.picture_url !== before.picture_url) await enqueuePictureRemoval(deps, tx, before.picture_url);
  await recordTeamChange(deps, tx, actor, { before, after });
  return after;
}

/**
 * Everybody sees the address, and mails name it. So nobody can show the address of somebody else, except site
 * administrators.
 */
async function assertMayShow(tx: Tx, actor: Actor, contactEmail: string | null | undefined): Promise<void> {
  if (!contactEmail || actor.isSiteAdmin) return;
  const { email, email_verified } = await getUser(tx, actor.id);
  if (email.toLowerCase() !== contactEmail.toLowerCase()) {
    throw fieldError('contact_email', 'Use the email address of your own account');
  }
  if (!email_verified) throw fieldError('contact_email', 'Verify your email address first');
}

type Team = Awaited<ReturnType<typeof getTeam>>;

/** Clients also send unchanged fields. */
async function recordTeamChange(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { before, after }: { before: Team; after: Team },
): Promise<void> {
  const names = ['contact_email', 'description', 'name', 'picture_url'] as const;
  const fields = names.filter((name) => before[name] !== after[name]).join(', ');
  if (!fields) return;
  const entry = { by: actor, action: 'team.changed', objectId: after.id, eventId: null } as const;
  await recordAudit(tx, deps.clock.now(), { ...entry, details: { fields } });
}

/** Returns undefined if the picture stays. Refuses the picture of another team. */
function choosePicture(
  wanted: string | null | undefined,
  { picture_url }: { picture_url: string | null },
  publicUrl: string,
): null | undefined {
  if (!changesPicture(wanted, picture_url, publicUrl)) return undefined;
  if (wanted !== null) throw fieldError('picture_url', 'Send the picture as a file');
  return null;
}

/** Takes the address of an account off the pages of teams, or of one team that the account has left. */
export async function deleteContactsOf(tx: Tx, email: string, teamId?: number): Promise<void> {
  let shown = tx
    .updateTable('teams')
    .set({ contact_email: null })
    .where(sql<boolean>`lower(contact_email) = lower(${email})`);
  if (teamId !== undefined) shown = shown.where('id', '=', teamId);
  await shown.execute();
}

/** The database also deletes the team's memberships. */
export async function deleteTeamRow(deps: Deps, tx: Tx, teamId: number): Promise<void> {
  const deleted = await tx
    .deleteFrom('teams')
    .where('id', '=', teamId)
    .returning('picture_url')
    .executeTakeFirst();
  if (deleted) await enqueuePictureRemoval(deps, tx, deleted.picture_url);
}

function rethrowTakenTeamName(error: unknown): never {
  throw violates(error, 'teams_name_key') ? new ApiError('team_name_taken') : error;
}
