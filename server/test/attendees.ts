import { randomBytes } from 'node:crypto';
import type { TestApp } from './app.ts';
import { insertOrders } from './tickets.ts';

/**
 * Inserts attendees into the database, because signing them up would take too long. Returns the attendees'
 * email addresses.
 */
export async function fillEvent(app: TestApp, eventId: number, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, () => `guest_${randomBytes(6).toString('hex')}`);
  const users = await app.db
    .insertInto('users')
    .values(names.map((username) => ({ username, email: `${username}@example.org`, password_hash: '-' })))
    .returning(['id', 'email'])
    .execute();
  const userIds = users.map(({ id }) => id);
  await insertOrders(app, eventId, userIds);
  return users.map(({ email }) => email);
}
