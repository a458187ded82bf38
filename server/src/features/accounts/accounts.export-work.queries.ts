import type { Db } from '../../db/connect.ts';
import { maxRows } from './accounts.export.queries.ts';

// What a person has made and written for their teams' events.

export function listEventsCreatedBy(db: Db, userId: number) {
  return db
    .selectFrom('events')
    .select(['id', 'title', 'status', 'created_at'])
    .where('created_by', '=', userId)
    .orderBy('id')
    .limit(maxRows)
    .execute();
}

/** Lists the messages to attendees that the user wrote. */
export function listMessagesBy(db: Db, userId: number) {
  return db
    .selectFrom('messages')
    .select(['event_id', 'subject', 'text', 'created_at'])
    .where('sender_id', '=', userId)
    .orderBy('id')
    .limit(maxRows)
    .execute();
}

/** Lists the words that the user wrote for reminders and thank-yous. */
export function listAutomaticWordsBy(db: Db, userId: number) {
  return db
    .selectFrom('automatic_mails')
    .select(['event_id', 'kind', 'subject', 'text'])
    .where('writer_id', '=', userId)
    .orderBy('event_id')
    .limit(maxRows)
    .execute();
}

export function listDoorLinksMadeBy(db: Db, userId: number) {
  return db
    .selectFrom('door_links')
    .select(['event_id', 'name', 'created_at', 'last_used_at', 'revoked_at'])
    .where('created_by', '=', userId)
    .orderBy('id')
    .limit(maxRows)
    .execute();
}
