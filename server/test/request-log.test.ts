import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from './app.ts';
import { makeEvent, makeUser, testPassword } from './factories.ts';

let app: TestApp;
let written = '';

beforeAll(async () => {
  const logTo = { write: (line: string) => void (written += line) };
  app = await startTestApp({ logTo, env: { LOG_LEVEL: 'info' } });
});

afterAll(() => app.close());

describe('the log', () => {
  it('contains the route of a request, but no ticket code from its web address and no key of an order, a ticket or a door', async () => {
    const secret = 'cs_test_secretsecretsecret';
    written = '';
    for (const url of [
      `/api/tickets/verify/${secret}`,
      `/api/events?session_id=${secret}`,
      `/nowhere/${secret}`,
      `/api/%/${secret}`,
    ]) {
      await app.send('GET', url);
    }
    const keys = { 'x-order-key': secret, 'x-ticket-key': secret, 'x-door-key': secret };
    await app.app.inject({ url: '/api/orders/7QK2M9XWTA', headers: keys });
    await app.app.inject({ url: '/api/tickets/1/held', headers: keys });
    await app.app.inject({ url: '/api/events/1/door', headers: keys });
    expect(written).toContain('"route":"/api/events"');
    expect(written.match(/request completed/g)).toHaveLength(7);
    expect(written).not.toContain(secret);
  });
});

describe('a statement that the database refuses', () => {
  it('is logged without the values of the row when a request fails', async () => {
    await sql`alter table users add constraint only_for_this_test check (username <> 'olive_grey')`.execute(
      app.db,
    );
    const body = { username: 'olive_grey', email: 'olive.grey@example.org', password: testPassword };
    written = '';
    expect((await app.call('POST /auth/register', { body })).status).toBe(500);
    expect(written).toContain('violates check constraint');
    expect(written).toContain('"code":"23514"');
    expect(written).not.toMatch(/olive|grey@/);
  });

  it('is logged, and stored in the failed job, without the values of the row', async () => {
    const event = await makeEvent(app);
    const user = await makeUser(app);
    await sql`alter table sent_mails add constraint not_for_this_test check (fact not like 'ticket:%')`.execute(
      app.db,
    );
    written = '';
    await app.call('POST /events/:id/register', { token: user.token, params: { id: event.id } });
    await expect.poll(() => written).toContain('job failed');
    expect(written).toContain('not_for_this_test');
    expect(written).not.toContain('Failing row contains');
    const { rows } = await sql<{ output: object }>`
      select output from pgboss.job where output::text like '%not_for_this_test%'`.execute(app.db);
    expect(JSON.stringify(rows)).not.toContain('Failing row');
  });
});
