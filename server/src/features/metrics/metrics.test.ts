import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeEvent, makeUser } from '../../../test/factories.ts';
import { connectPostgres } from '../../db/connect.ts';

const token = 'f6c0c1a7d4b84a5f9c3e2b1a0d9e8f70';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env: { METRICS: 'on', METRICS_TOKEN: token }, works: false });
});

afterAll(() => app.close());

/** Advances the clock first, because Foyer keeps what it has read from the database for ten seconds. */
async function readMetrics(): Promise<string> {
  app.clock.advance(10_000);
  const { status, headers, body } = await app.send<unknown>('GET', '/metrics', { token });
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  return String(body);
}

describe('the metrics of the server', () => {
  it('are served only when the setting METRICS says so', async () => {
    const other = await startTestApp({ works: false });
    expect((await other.send('GET', '/metrics', { token })).status).toBe(404);
    await other.close();
  });

  it('are refused to a request without the right token in its header', async () => {
    expect((await app.send('GET', '/metrics')).body.code).toBe('no_token');
    const wrong = await app.send('GET', '/metrics', { token: token.replace('f', 'e') });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
    expect((await app.send('GET', `/metrics?token=${token}`)).status).toBe(401);
  });

  it('count requests by route and status, and contain no names, email addresses or codes', async () => {
    const person = await makeUser(app);
    const { id } = await makeEvent(app);
    await app.call('GET /events/:id', { params: { id } });
    await app.call('GET /users/username/:username', {
      token: person.token,
      params: { username: person.username },
    });
    await app.send('GET', '/api/nowhere/secret-code');
    const text = await readMetrics();
    expect(text).toContain(
      'foyer_http_request_seconds_count{method="GET",route="/api/events/:id",status="200"} 1',
    );
    expect(text).toMatch(/foyer_http_request_seconds_count\{method="GET",route="none",status="404"\} 1/);
    for (const secret of [person.username, person.email, 'secret-code', token])
      expect(text).not.toContain(secret);
  });

  it('include figures on places, holds, jobs, mails, webhooks and payment differences', async () => {
    const paid = await makeEvent(app, { price: 10 });
    const buyer = await makeUser(app);
    await app.call('POST /events/:id/register', { token: buyer.token, params: { id: paid.id } });
    const now = app.clock.now();
    const webhook = {
      object_id: null,
      payment_intent_id: null,
      received_at: now,
      processed_at: null,
      error: null,
    };
    await app.db
      .insertInto('webhook_events')
      .values([
        { ...webhook, id: 'evt_1', type: 'refund.updated', error: 'Error: not yet' },
        { ...webhook, id: 'evt_2', type: 'invented.by.somebody' },
      ])
      .execute();
    await app.db
      .insertInto('sent_mails')
      .values({ fact: 'ticket 1', noted_at: now, claimed_until: null, refusal: 'no such mailbox' })
      .execute();
    const text = await readMetrics();
    for (const line of [
      'foyer_database_up 1',
      'foyer_database_connections{state="waiting"} 0',
      'foyer_places_taken 1',
      'foyer_holds 1',
      'foyer_holds_overdue 0',
      'foyer_reconcile_differences 0',
      'foyer_mails_held 0',
      'foyer_mails_last_hour{outcome="refused"} 1',
      'foyer_webhooks_last_day{type="refund.updated",outcome="failing"} 1',
      'foyer_webhooks_last_day{type="other",outcome="waiting"} 1',
    ])
      expect(text.split('\n')).toContain(line);
    expect(text).toMatch(/^foyer_jobs\{job="users\.send-verification[^"]*",state="created"\} \d/m);
    expect(text).toMatch(/^foyer_job_oldest_seconds\{job="[a-z.-]+"\} \d/m);
  });

  it('leave out the figures of the database while the database does not answer', async () => {
    const { db } = app.deps;
    const away = connectPostgres({ databaseUrl: 'postgres://foyer@127.0.0.1:1/foyer', pool: 1 });
    app.deps.db = away.db;
    const text = await readMetrics();
    app.deps.db = db;
    await away.close();
    expect(text).toContain('foyer_database_up 0');
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).not.toMatch(/^foyer_places_taken \d/m);
    expect(await readMetrics()).toContain('foyer_database_up 1');
  });
});
