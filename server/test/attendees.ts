import { randomBytes } from 'node:crypto';
import type { TestApp } from './app.ts';

/** Inserts attendees into the database, because signing them up would take long. Returns their email addresses. */
export async function fillEvent(app: TestApp, eventId: number, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, () => `guest_${randomBytes(6).toString('hex')}`);
  const users = await app.db
    .insertInto('users')
    .values(names.map((username) => ({ username, email: `${username}@example.org`, password_hash: '-' })))
    .returning(['id', 'email'])
    .execute();
  await app.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('registrations')
      .values(
        users.map(({ id }) => ({
          event_id: eventId,
          user_id: id,
          status: 'registered' as const,
          registration_time: app.clock.now(),
          hold_expires_at: null,
        })),
      )
      .execute();
    await tx
      .updateTable('events')
      .set((set) => ({ seats_taken: set('seats_taken', '+', count) }))
      .where('id', '=', eventId)
      .execute();
  });
  return users.map(({ email }) => email);
}
