import { createHash } from 'node:crypto';
import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { recordAudit } from '../../db/audit.ts';
import type { Db, Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import type { Signed } from '../../http/caller.ts';
import { ApiError, tooManyRequests } from '../../http/errors.ts';
import { countUses, takeBackUses, type LimitName, type Use } from '../../http/limits.ts';
import type { Actor } from '../../http/session.ts';
import { getEventFor } from '../events/events.access.service.ts';
import type { EventDetails } from '../events/events.queries.ts';
import { assertVerified } from '../users/users.service.ts';
import { spreadMessageJob } from './messages.jobs.ts';
import { findMessageByKey, findTeamStart } from './messages.queries.ts';
import { countAudiences, listRecipients } from './messages.recipients.queries.ts';
import { assertMayWrite, countRecipients, isNewTeam } from './messages.rules.ts';

interface MessageRequest {
  eventId: number;
  body: BodyOf<Endpoints['POST /events/:id/messages']>;
  /** The idempotency key. */
  key: string;
}

/**
 * Sends a message to attendees of an event. A repeated request with the same idempotency key returns the message of the
 * first request.
 */
export async function sendMessage(
  deps: Deps,
  { actor, address }: Signed,
  request: MessageRequest,
): Promise<{ isNew: boolean; id: number }> {
  const event = await getEventFor(deps.db, actor, 'manage', { id: request.eventId });
  const known = await findKnown(deps.db, request);
  if (known !== undefined) return { isNew: false, id: known };
  if (!actor.isSiteAdmin) await assertVerified(deps.db, actor);
  assertMayWrite(event, deps.clock.now());
  const teamId = getTeam(event);
  const recipients = countRecipients(await countAudiences(deps.db, event.id), request.body);
  const uses = actor.isSiteAdmin
    ? []
    : await listUses(deps, { eventId: event.id, teamId, senderId: actor.id, address, recipients });
  await countMessage(deps, uses);
  const id = await insertMessage(deps, actor, request).catch(async (error: unknown) => {
    await takeBackUses(deps, uses);
    throw error;
  });
  if (id !== undefined) return { isNew: true, id };
  // A repeated request sent the message at the same moment.
  await takeBackUses(deps, uses);
  const sent = await findKnown(deps.db, request);
  // The event was deleted meanwhile.
  if (sent === undefined) throw new ApiError('event_not_found');
  return { isNew: false, id: sent };
}

/** Throws `event_without_team`, because a message is written in the name of a team. */
export function getTeam({ team_id }: EventDetails): number {
  if (team_id === null) throw new ApiError('event_without_team');
  return team_id;
}

function hashMessage({ body }: MessageRequest): Buffer {
  const {
    subject,
    text,
    audience,
    ticket_type_id: typeId = null,
    takes_replies: takesReplies = false,
  } = body;
  return createHash('sha256')
    .update(JSON.stringify([subject, text, audience, typeId, takesReplies]))
    .digest();
}

async function findKnown(db: Db, request: MessageRequest): Promise<number | undefined> {
  const known = await findMessageByKey(db, request.eventId, request.key);
  if (known && !known.body_hash.equals(hashMessage(request))) throw new ApiError('idempotency_key_reused');
  return known?.id;
}

interface Sending {
  teamId: number;
  senderId: number;
  recipients: number;
}

async function listUses(
  deps: Deps,
  { eventId, address, ...sending }: Sending & { eventId: number; address: string },
): Promise<Use[]> {
  const ofNewTeam = await listNewTeamUses(deps, sending);
  const { recipients } = sending;
  return [
    { name: 'message_event', subject: eventId },
    { name: 'message_team', subject: sending.teamId },
    { name: 'message_sender', subject: sending.senderId },
    ...ofNewTeam,
    ...(ofNewTeam.length > 0
      ? [{ name: 'message_new_team_address' as const, subject: address, count: recipients }]
      : []),
  ];
}

/** A new team and its writer can reach few recipients. The writer counts too, because anybody can create many teams. */
export async function listNewTeamUses(deps: Deps, { teamId, senderId, recipients }: Sending): Promise<Use[]> {
  const startedAt = await findTeamStart(deps.db, teamId);
  const isNew = startedAt !== undefined && isNewTeam(startedAt, deps.clock.now());
  if (!isNew) return [];
  return [
    { name: 'message_new_team', subject: teamId, count: recipients },
    { name: 'message_new_team_sender', subject: senderId, count: recipients },
  ];
}

const manyByNewTeams =
  'Teams in their first 7 days can write to few recipients, and you have reached their number for today. Choose fewer recipients, or ask an administrator of this site.';

const reasons: Partial<Record<LimitName, string>> = {
  message_event: 'This event has sent 5 messages within a day. Put what is left into one message.',
  message_team: 'Your team has sent 20 messages within a day.',
  message_sender: 'You have sent 40 messages within a day.',
  message_new_team_sender: manyByNewTeams,
  message_new_team_address: manyByNewTeams,
  message_new_team:
    'In its first 7 days a team can write to 100 recipients a day. Choose fewer, or ask an administrator of this site.',
};

async function countMessage(deps: Deps, uses: readonly Use[]): Promise<void> {
  const usedUp = await countUses(deps, uses);
  if (!usedUp) return;
  const seconds = (usedUp.until.getTime() - deps.clock.now().getTime()) / 1000;
  throw tooManyRequests(seconds, reasons[usedUp.name]);
}

/** Returns undefined if the event has a message with this idempotency key. */
function insertMessage(deps: Deps, actor: Actor, request: MessageRequest): Promise<number | undefined> {
  const { eventId, body } = request;
  const now = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    // Lock the actor before the event, as the deletion of a user does.
    await tx.selectFrom('users').select('id').where('id', '=', actor.id).forKeyShare().execute();
    await tx.selectFrom('events').select('id').where('id', '=', eventId).forKeyShare().execute();
    await getEventFor(tx, actor, 'manage', { id: eventId });
    const inserted = await tx
      .insertInto('messages')
      .values({
        event_id: eventId,
        sender_id: actor.id,
        subject: body.subject,
        text: body.text,
        audience: body.audience,
        ticket_type_id: body.ticket_type_id ?? null,
        takes_replies: body.takes_replies ?? false,
        idempotency_key: request.key,
        body_hash: hashMessage(request),
        created_at: now,
      })
      .onConflict((conflict) => conflict.constraint('messages_request_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return undefined;
    const recipients = await insertRecipients(tx, { id: inserted.id, event_id: eventId });
    if (recipients === 0) throw new ApiError('nobody_to_write_to');
    const details = { message_id: inserted.id, audience: body.audience, recipients };
    const entry = { by: actor, action: 'event.message_sent', objectId: eventId, eventId } as const;
    await recordAudit(tx, now, { ...entry, details });
    await deps.jobs.enqueue(tx, spreadMessageJob, { messageId: inserted.id });
    return inserted.id;
  });
}

/** A statement has at most 65,535 parameters, and each row has three. */
const rowsAtOnce = 10_000;

/** Writes down the recipients of the message. Returns how many there are. */
export async function insertRecipients(tx: Tx, message: { id: number; event_id: number }): Promise<number> {
  const recipients = await listRecipients(tx, message);
  for (let from = 0; from < recipients.length; from += rowsAtOnce) {
    await tx
      .insertInto('message_readers')
      .values(recipients.slice(from, from + rowsAtOnce))
      .execute();
  }
  return recipients.length;
}
