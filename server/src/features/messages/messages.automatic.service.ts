import { createHash } from 'node:crypto';
import type { BodyOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { automaticKind, type AutomaticKind } from '@foyer/contract/sales/messages.ts';
import type { Db, Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import type { Actor } from '../../http/session.ts';
import { getEventFor } from '../events/events.access.service.ts';
import type { EventDetails } from '../events/events.queries.ts';
import {
  listChanges,
  listDueReminders,
  listDueThanks,
  listSentKinds,
  type DueEvent,
} from './messages.automatic.queries.ts';
import { findDueTime, isOnByDefault, writeUsualWords } from './messages.automatic.rules.ts';
import { spreadMessageJob } from './messages.jobs.ts';
import { insertReaders } from './messages.service.ts';

const hourMs = 3_600_000;

/** After a long outage, a thank-you that is more than three days late is not sent. */
const thanksFor = { since: 84 * hourMs, after: 12 * hourMs };

/** Sends the reminders and thank-yous that are due. Each event has a transaction of its own. */
export async function sendAutomaticMails(deps: Deps): Promise<void> {
  for (const kind of automaticKind.options) {
    for (const event of await listDue(deps, deps.db, kind)) await sendAutomaticMail(deps, kind, event.id);
  }
}

function listDue({ clock }: Deps, db: Db | Tx, kind: AutomaticKind, eventId?: number): Promise<DueEvent[]> {
  const now = clock.now();
  const after = (ms: number) => new Date(now.getTime() + ms);
  return kind === 'reminder'
    ? listDueReminders(db, { from: now, until: after(24 * hourMs) }, eventId)
    : listDueThanks(db, { from: after(-thanksFor.since), until: after(-thanksFor.after) }, eventId);
}

/** Does nothing if another process sent the mail, or if the event has changed since it was listed. */
async function sendAutomaticMail(deps: Deps, kind: AutomaticKind, eventId: number): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await tx.selectFrom('events').select('id').where('id', '=', eventId).forNoKeyUpdate().execute();
    const [event] = await listDue(deps, tx, kind, eventId);
    if (!event) return;
    const { subject, text } = findWords(kind, event);
    const inserted = await tx
      .insertInto('messages')
      .values({
        event_id: eventId,
        sender_id: null,
        kind,
        subject,
        text,
        audience: 'all',
        ticket_type_id: null,
        takes_replies: false,
        // Keys of requests are longer, so this key is the event's own, and it sends the mail once.
        idempotency_key: kind,
        body_hash: createHash('sha256').update(text).digest(),
        created_at: deps.clock.now(),
      })
      .onConflict((conflict) => conflict.constraint('messages_request_key').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return;
    const people = await insertReaders(tx, { id: inserted.id, event_id: eventId });
    if (people > 0) await deps.jobs.enqueue(tx, spreadMessageJob, { messageId: inserted.id });
  });
}

interface ChangedWords {
  subject: string | null;
  text: string | null;
}

function findWords(kind: AutomaticKind, { subject, text, title }: ChangedWords & { title: string }) {
  return subject !== null && text !== null ? { subject, text } : writeUsualWords(kind, { title });
}

export async function listAutomaticMails(db: Db | Tx, event: EventDetails) {
  const [changes, sent] = [await listChanges(db, event.id), await listSentKinds(db, event.id)];
  return automaticKind.options.map((kind) => {
    const change = changes.find((one) => one.kind === kind);
    const words = { subject: change?.subject ?? null, text: change?.text ?? null };
    return {
      kind,
      is_on: change?.is_on ?? isOnByDefault(kind),
      ...findWords(kind, { ...words, title: event.title }),
      has_own_words: words.subject !== null,
      due_at: findDueTime(kind, event),
      sent_at: sent.find((one) => one.kind === kind)?.created_at ?? null,
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
    // Lock the event, so that a mail that is just being sent has either the old words or the new ones.
    await tx.selectFrom('events').select('id').where('id', '=', eventId).forNoKeyUpdate().execute();
    const event = await getEventFor(tx, actor, 'manage', { id: eventId });
    const changed = {
      ...(isOn !== undefined && { is_on: isOn }),
      ...(words !== undefined && { subject: words?.subject ?? null, text: words?.text ?? null }),
    };
    await tx
      .insertInto('automatic_mails')
      .values({ event_id: eventId, kind, is_on: isOnByDefault(kind), subject: null, text: null, ...changed })
      .onConflict((conflict) =>
        Object.keys(changed).length === 0
          ? conflict.doNothing()
          : conflict.columns(['event_id', 'kind']).doUpdateSet(changed),
      )
      .execute();
    const mail = (await listAutomaticMails(tx, event)).find((one) => one.kind === kind);
    if (!mail) throw new Error(`There is no mail of the kind ${kind}`);
    return mail;
  });
}
