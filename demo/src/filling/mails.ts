import { createHash, randomUUID } from 'node:crypto';
import { recordAudit } from '@foyer/server/db/audit.ts';
import type { Tx } from '@foyer/server/db/connect.ts';
import type { Tables } from '@foyer/server/db/tables.ts';
import {
  findDueTime,
  isOnByDefault,
  writeUsualWords,
} from '@foyer/server/features/messages/messages.automatic.rules.ts';
import { insertRecipients } from '@foyer/server/features/messages/messages.service.ts';
import { hashAddress } from '@foyer/server/mail/mail-stops.ts';
import { computeTimeInZone } from '@foyer/server/zoned-time.ts';
import { type Insertable, sql } from 'kysely';
import { automaticMails, followers, messages } from '../world/world-mails.ts';
import type { InsertedEvent, Today } from './events.ts';
import { getId, type Ids } from './ids.ts';

const dayMs = 24 * 3_600_000;

interface People {
  users: Ids;
  today: Today;
}

/** Writes the messages that were sent before today, and what teams changed about the mails to come. Mails nothing. */
export async function insertMails(
  tx: Tx,
  { id, event, startsAt }: InsertedEvent,
  { users, today }: People,
): Promise<void> {
  for (const message of messages.filter((one) => one.event === event.title)) {
    const { sender, sentAt, subject, text, takesReplies = false } = message;
    await insertSentMessage(tx, {
      event_id: id,
      sender_id: getId(users, sender),
      subject,
      text,
      audience: 'all',
      takes_replies: takesReplies,
      idempotency_key: randomUUID(),
      created_at: computeTimeInZone(today, { days: -sentAt.daysAgo, time: sentAt.time }),
    });
  }
  const end_time = new Date(startsAt.getTime() + event.durationMinutes * 60_000);
  for (const kind of ['reminder', 'thanks'] as const) {
    const changed = automaticMails.find((mail) => mail.event === event.title && mail.kind === kind);
    if (changed) {
      const { subject = null, text = null } = changed.words ?? {};
      const writer_id = getId(users, changed.writer);
      const row = { event_id: id, kind, is_on: true, subject, text, writer_id };
      await tx.insertInto('automatic_mails').values(row).execute();
    }
    const isPast = end_time < today.now;
    if (!isPast || !(changed || isOnByDefault(kind))) continue;
    await insertSentMessage(tx, {
      event_id: id,
      sender_id: null,
      kind,
      ...(changed?.words ?? writeUsualWords(kind, event)),
      audience: kind === 'thanks' ? 'came' : 'all',
      takes_replies: false,
      idempotency_key: kind,
      created_at: findDueTime(kind, { start_time: startsAt, end_time }),
    });
  }
}

type SentMessage = Omit<Insertable<Tables['messages']>, 'body_hash' | 'ticket_type_id' | 'sender_id'> & {
  sender_id: number | null;
};

/** Writes a message and who got it: everybody who had ordered by then. */
async function insertSentMessage(tx: Tx, message: SentMessage): Promise<void> {
  const body_hash = createHash('sha256').update(message.text).digest();
  const { id } = await tx
    .insertInto('messages')
    .values({ ...message, body_hash, ticket_type_id: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertRecipients(tx, { id, event_id: message.event_id });
  await sql`
    delete from message_readers using orders
    where message_id = ${id} and orders.id = order_id and orders.placed_at > ${message.created_at}`.execute(
    tx,
  );
  const { numUpdatedRows } = await tx
    .updateTable('message_readers')
    .set({ state: 'sent' })
    .where('message_id', '=', id)
    .executeTakeFirstOrThrow();
  if (message.sender_id === null) return;
  await recordAudit(tx, message.created_at, {
    by: { id: message.sender_id },
    action: 'event.message_sent',
    objectId: message.event_id,
    eventId: message.event_id,
    details: { message_id: id, audience: message.audience, recipients: Number(numUpdatedRows) },
  });
}

/** Writes who follows the teams. Nobody gets a mail, because all events of the demo world are old news. */
export async function insertFollowers(tx: Tx, teams: Ids, now: Date): Promise<void> {
  const rows = followers.map(({ team, email, daysAgo }) => {
    const asked_at = new Date(now.getTime() - (daysAgo ?? 1) * dayMs);
    return {
      team_id: getId(teams, team),
      email,
      address_hash: hashAddress(email),
      asked_at,
      confirmed_at: daysAgo === null ? null : asked_at,
    };
  });
  await tx.insertInto('team_followers').values(rows).execute();
}
