import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connect.ts';
import { ApiError } from '../../http/errors.ts';
import { countRows, takePage, type Paging } from '../../db/paging.ts';

function selectMessages(db: Db | Tx) {
  return db
    .selectFrom('messages')
    .leftJoin('users', 'users.id', 'messages.sender_id')
    .leftJoin('ticket_types', 'ticket_types.id', 'messages.ticket_type_id')
    .innerJoinLateral(
      sql<{ recipients: number; sent: number; not_sent: number; waiting: number }>`(
        select count(*)::integer as recipients, (count(*) filter (where state = 'sent'))::integer as sent,
          (count(*) filter (where state = 'not_sent'))::integer as not_sent,
          (count(*) filter (where state = 'waiting'))::integer as waiting
        from message_readers where message_readers.message_id = messages.id
      )`.as('counted'),
      (join) => join.onTrue(),
    )
    .select([
      'messages.id',
      'messages.kind',
      'messages.subject',
      'messages.text',
      'messages.audience',
      'ticket_types.name as ticket_type',
      'messages.takes_replies',
      sql<string | null>`coalesce(users.name, users.username)`.as('sender_name'),
      'messages.created_at',
      'counted.recipients',
      'counted.sent',
      'counted.not_sent',
      'counted.waiting',
    ]);
}

// A reminder that nobody got is only a note that its time has passed.
const hasRecipients = sql<boolean>`exists (select from message_readers where message_id = messages.id)`;

/** Lists one page of the messages to the attendees of an event, newest first. */
export async function listMessages(db: Db, eventId: number, paging: Paging) {
  const ordered = selectMessages(db)
    .where('messages.event_id', '=', eventId)
    .where(hasRecipients)
    .orderBy('messages.id', 'desc');
  const all = db.selectFrom('messages').select('id').where('event_id', '=', eventId).where(hasRecipients);
  return {
    messages: await takePage(ordered, paging).execute(),
    total: await countRows(db, all, { isSearch: false }),
  };
}

/** Throws `event_not_found`, because a message is deleted only with its event. */
export async function getMessage(db: Db, id: number) {
  const message = await selectMessages(db).where('messages.id', '=', id).executeTakeFirst();
  if (!message) throw new ApiError('event_not_found');
  return message;
}

/** Finds the message that a request with this idempotency key has sent. */
export function findMessageByKey(db: Db, eventId: number, key: string) {
  return db
    .selectFrom('messages')
    .select(['id', 'body_hash'])
    .where('event_id', '=', eventId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst();
}

export async function findTeamStart(db: Db, teamId: number): Promise<Date | undefined> {
  const team = await db.selectFrom('teams').select('created_at').where('id', '=', teamId).executeTakeFirst();
  return team?.created_at;
}
