import { createHash } from 'node:crypto';
import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { automaticKind, type AutomaticKind } from '@foyer/contract/sales/messages.ts';
import type { Updateable } from 'kysely';
import { recordAudit } from '../../db/audit.ts';
import type { Db, Tx } from '../../db/connect.ts';
import { violates } from '../../db/failures.ts';
import type { Tables } from '../../db/tables.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { countUses, takeBackUses, type Use } from '../../http/limits.ts';
import type { Actor } from '../../http/session.ts';
import { processPages } from '../../jobs/process-pages.ts';
import { getEventFor } from '../events/events.access.service.ts';
import type { EventDetails } from '../events/events.queries.ts';
import { assertVerified } from '../users/users.service.ts';
import {
  findPublication,
  hasGuestsIn,
  listChanges,
  listDueReminders,
  listDueThanks,
  listSentKinds,
  type Chosen,
  type DueEvent,
} from './messages.automatic.queries.ts';
import {
  findDueSpan,
  findDueTime,
  findState,
  isOnByDefault,
  writeUsualWords,
  type Words,
} from './messages.automatic.rules.ts';
import { spreadMessageJob } from './messages.jobs.ts';
import { countAudiences } from './messages.recipients.queries.ts';
import { insertRecipients, listNewTeamUses } from './messages.service.ts';

/** Sends the reminders and thank-yous that are due. Each event has a transaction of its own. */
export async function sendAutomaticMails(deps: Deps): Promise<void> {
  for (const kind of automaticKind.options) {
    await processPages<DueEvent>(deps, {
      listAfter: (id) => listDue(deps, deps.db, kind, ['>', id]),
      idOf: ({ id }) => id,
      process: (event) => sendAutomaticMail(deps, kind, event),
      onFailure: 'could not send the reminder or thank-you of an event',
    });
  }
}

function listDue({ clock }: Deps, db: Db | Tx, kind: AutomaticKind, chosen: Chosen): Promise<DueEvent[]> {
  const span = findDueSpan(kind, clock.now());
  return kind === 'reminder' ? listDueReminders(db, span, chosen) : listDueThanks(db, span, chosen);
}

/** Does nothing if another process sent the mail, or if the event has changed since it was listed. */
async function sendAutomaticMail(deps: Deps, kind: AutomaticKind, event: DueEvent): Promise<void> {
  const { words, uses } = await chooseWords(deps, kind, event);
  const isSent = await insertAutomaticMail(deps, { kind, eventId: event.id, words }).catch(
    async (error: unknown) => {
      await takeBackUses(deps, uses);
      throw error;
    },
  );
  if (!isSent) await takeBackUses(deps, uses);
}

/**
 * Returns the words of the team, or the usual words while their writer has no verified address, or if a new team would
 * write to too many recipients. Otherwise a reminder would pass by the limits of messages.
 */
async function chooseWords(
  deps: Deps,
  kind: AutomaticKind,
  event: DueEvent,
): Promise<{ words: Words; uses: Use[] }> {
  const usual = { words: writeUsualWords(kind, event), uses: [] };
  const { id, subject, text, team_id: teamId, verified_writer_id: senderId } = event;
  if (subject === null || text === null || senderId === null) return usual;
  const words = { subject, text };
  if (event.is_by_admin) return { words, uses: [] };
  const recipients = (await countAudiences(deps.db, id)).all;
  const uses = await listNewTeamUses(deps, { teamId, senderId, recipients });
  const usedUp = await countUses(deps, uses);
  if (!usedUp) return { words, uses };
  deps.log.info(
    { eventId: id, kind, limit: usedUp.name },
    'the usual words are sent, because a limit is used up',
  );
  return usual;
}

interface AutomaticMail {
  kind: AutomaticKind;
  eventId: number;
  words: Words;
}

function insertAutomaticMail(deps: Deps, { kind, eventId, words }: AutomaticMail): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    // The event must not be deleted now. A stronger lock would keep back its sales while the recipients are written down.
    await tx.selectFrom('events').select('id').where('id', '=', eventId).forKeyShare().execute();
    const [event] = await listDue(deps, tx, kind, ['=', eventId]);
    if (!event) return false;
    const inserted = await tx
      .insertInto('messages')
      .values({
        event_id: eventId,
        sender_id: null,
        kind,
        ...words,
        // Nobody is thanked for coming who stayed away, unless the team checks nobody in.
        audience: kind === 'thanks' && (await hasGuestsIn(tx, eventId)) ? 'came' : 'all',
        ticket_type_id: null,
        takes_replies: false,
        // Keys of requests are longer, so this key is the event's own, and it sends the mail once.
        idempotency_key: kind,
        body_hash: createHash('sha256').update(words.text).digest(),
        created_at: deps.clock.now(),
      })
      .onConflict((conflict) => conflict.constraint('messages_request_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return false;
    const recipients = await insertRecipients(tx, { id: inserted.id, event_id: eventId });
    if (recipients > 0) await deps.jobs.enqueue(tx, spreadMessageJob, { messageId: inserted.id });
    return true;
  });
}

interface ChangedWords {
  subject: string | null;
  text: string | null;
}

function findWords(kind: AutomaticKind, { subject, text, title }: ChangedWords & { title: string }) {
  return subject !== null && text !== null ? { subject, text } : writeUsualWords(kind, { title });
}

export async function listAutomaticMails({ clock }: Deps, db: Db | Tx, event: EventDetails) {
  const [changes, sent] = [await listChanges(db, event.id), await listSentKinds(db, event.id)];
  const timed = { ...event, published_at: await findPublication(db, event.id) };
  return automaticKind.options.map((kind) => {
    const change = changes.find((one) => one.kind === kind);
    const words = { subject: change?.subject ?? null, text: change?.text ?? null };
    const sentAt = sent.find((one) => one.kind === kind)?.created_at ?? null;
    return {
      kind,
      is_on: change?.is_on ?? isOnByDefault(kind),
      ...findWords(kind, { ...words, title: event.title }),
      has_own_words: words.subject !== null,
      due_at: findDueTime(kind, event),
      state: sentAt ? ('sent' as const) : findState(kind, timed, clock.now()),
      sent_at: sentAt,
    };
  });
}

type Change = BodyOf<Endpoints['PATCH /events/:id/automatic-mails']>;

/** Changes whether and with which words a mail of the event goes out. What was sent stays as it is. */
export function changeAutomaticMail(
  deps: Deps,
  actor: Actor,
  { eventId, change }: { eventId: number; change: Change },
) {
  const { kind, is_on: isOn, words } = change;
  return deps.db.transaction().execute(async (tx) => {
    const event = await getEventFor(tx, actor, 'manage', { id: eventId });
    if (words && !actor.isSiteAdmin) await assertVerified(tx, actor);
    const changed = {
      ...(isOn !== undefined && { is_on: isOn }),
      ...(words !== undefined && {
        subject: words?.subject ?? null,
        text: words?.text ?? null,
        writer_id: words && actor.id,
      }),
    };
    if (Object.keys(changed).length > 0) {
      const details = {
        kind,
        ...(isOn !== undefined && { is_on: isOn }),
        ...(words !== undefined && { words: words ? 'own' : 'usual' }),
      };
      const entry = {
        by: actor,
        action: 'event.automatic_mail_changed',
        objectId: eventId,
        eventId,
      } as const;
      await recordAudit(tx, deps.clock.now(), { ...entry, details });
      await saveChange(tx, { eventId, kind, changed });
    }
    const mail = (await listAutomaticMails(deps, tx, event)).find((one) => one.kind === kind);
    if (!mail) throw new Error(`There is no mail of the kind ${kind}`);
    return mail;
  });
}

interface SavedChange {
  eventId: number;
  kind: AutomaticKind;
  changed: Updateable<Tables['automatic_mails']>;
}

async function saveChange(tx: Tx, { eventId, kind, changed }: SavedChange): Promise<void> {
  await tx
    .insertInto('automatic_mails')
    .values({ event_id: eventId, kind, is_on: isOnByDefault(kind), subject: null, text: null, ...changed })
    .onConflict((conflict) => conflict.columns(['event_id', 'kind']).doUpdateSet(changed))
    .execute()
    .catch((error: unknown) => {
      // The event was deleted meanwhile.
      if (violates(error, 'automatic_mails_event_fk')) throw new ApiError('event_not_found');
      throw error;
    });
}
