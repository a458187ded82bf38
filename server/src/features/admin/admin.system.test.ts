import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeAdmin, makeEvent, makeUser, type TestUser } from '../../../test/factories.ts';
import { sendThrough, startMailServer, startSilentServer } from '../../../test/mails/mail-server.ts';
import { buyTicket } from '../../../test/payments.ts';
import { ApiError } from '../../http/errors.ts';
import {
  agoWords,
  judgeDatabase,
  judgeJobs,
  judgePayments,
  judgeWebhook,
  readPaymentMode,
} from './admin.system.rules.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  admin = await makeAdmin(app);
});

afterAll(() => app.close());

const copyDeps = () => ({ ...app.deps });
let before: ReturnType<typeof copyDeps> | undefined;

function replace(change: Partial<TestApp['deps']>) {
  before ??= copyDeps();
  Object.assign(app.deps, change);
}

afterEach(() => {
  if (before) Object.assign(app.deps, before);
  before = undefined;
});

async function check(on = app, { token } = admin) {
  const { body } = await on.call('GET /admin/system', { token });
  return Object.fromEntries(body.checks.map(({ part, ...rest }) => [part, rest]));
}

describe('the system check', () => {
  it('tests every part of the site, and says what works and what is left to do', async () => {
    const event = await makeEvent(app, { price: 10 });
    await buyTicket(app, await makeUser(app), event.id);
    await app.sandbox.deliverDue();
    // Wait until all webhooks are processed. A later test breaks the payment provider, and processing a webhook would
    // then fail.
    const waiting = app.db.selectFrom('webhook_events').select('id').where('processed_at', 'is', null);
    await expect.poll(() => waiting.execute()).toEqual([]);
    const { version } = JSON.parse(
      readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'),
    ) as { version: string };
    const checks = await check();
    expect(Object.keys(checks)).toEqual([
      'database',
      'mail',
      'payments',
      'webhook',
      'storage',
      'jobs',
      'data',
      'version',
    ]);
    expect(checks).toMatchObject({
      database: { state: 'ok', says: expect.stringMatching(/PostgreSQL \d+/) as string },
      mail: { state: 'notice', todo: expect.stringContaining('SMTP_URL') as string },
      payments: { state: 'notice', todo: expect.stringContaining('STRIPE_SECRET_KEY') as string },
      webhook: { state: 'ok', says: 'The last webhook arrived moments ago.', todo: null },
      storage: { state: 'ok', todo: null },
      version: { state: 'ok', says: expect.stringContaining(`Foyer ${version}`) as string },
    });
    expect([...app.storage.files.keys()].filter((key) => key.startsWith('checks/'))).toEqual([]);
    await expect.poll(async () => (await check()).jobs).toMatchObject({ state: 'ok' });
  });

  it('reports a storage that cannot be written to', async () => {
    const put = () => Promise.reject(new Error('ENOSPC: /secret/place'));
    replace({ storage: { ...app.storage, put } });
    const { storage, database } = await check();
    expect(storage).toMatchObject({
      state: 'broken',
      todo: expect.stringContaining('STORAGE_URL') as string,
    });
    expect(JSON.stringify(storage)).not.toContain('secret');
    expect(database).toMatchObject({ state: 'ok' });
  });

  it('reports a payment provider that does not answer', async () => {
    const findPayment = () => Promise.reject(new ApiError('payments_unavailable'));
    replace({ payments: { ...app.deps.payments, findPayment } });
    expect((await check()).payments).toMatchObject({ state: 'broken' });
  });

  it('reports a stored webhook that could not be processed', async () => {
    const id = 'evt_0broken1';
    await app.db
      .insertInto('webhook_events')
      .values({
        id,
        type: 'refund.updated',
        object_id: null,
        payment_intent_id: null,
        received_at: app.clock.now(),
        processed_at: null,
        error: 'Error: not yet',
      })
      .execute();
    expect((await check()).webhook).toMatchObject({
      state: 'broken',
      says: '1 webhook could not be processed. The last webhook arrived moments ago.',
    });
    await app.call('POST /admin/webhooks/:webhookId/retry', {
      token: admin.token,
      params: { webhookId: id },
    });
    expect((await check()).webhook).toMatchObject({ state: 'ok' });
  });

  it('names a job that has failed and will not be tried again', async () => {
    const [job] = await listJobs();
    await setJob(job, `state = 'failed', completed_on = now()`);
    expect((await check()).jobs).toMatchObject({
      state: 'notice',
      says: expect.stringContaining(job?.name ?? '-') as string,
    });
    await setJob(job, `state = 'completed'`);
    expect((await check()).jobs).toMatchObject({ state: 'ok' });
  });
});

describe('the check of the mail server', () => {
  const password = 'very-secret';

  it('passes when the mail server answers, and never shows the password', async () => {
    const server = await startMailServer();
    const own = await startTestApp({
      env: { SMTP_URL: `smtp://foyer:${password}@127.0.0.1:${server.port}` },
    });
    sendThrough(own, server.port);
    const checks = await check(own, await makeAdmin(own));
    expect(checks.mail).toEqual({
      state: 'ok',
      says: `The mail server at 127.0.0.1:${server.port} answers.`,
      todo: null,
    });
    await server.close();
    const gone = await check(own, await makeAdmin(own));
    expect(gone.mail).toMatchObject({ state: 'broken', todo: expect.stringContaining('SMTP_URL') as string });
    expect(JSON.stringify([checks, gone])).not.toContain(password);
    await own.close();
  });

  it('fails within seconds when the mail server is silent', async () => {
    const silent = await startSilentServer();
    const own = await startTestApp({ env: { SMTP_URL: `smtp://127.0.0.1:${silent.port}` }, works: false });
    sendThrough(own, silent.port);
    const started = performance.now();
    const checks = await check(own, await makeAdmin(own));
    expect(performance.now() - started).toBeLessThan(8000);
    expect(checks.mail).toMatchObject({ state: 'broken' });
    // This app was started without a worker, so the check also reports missing workers.
    expect(checks.jobs).toMatchObject({
      state: 'broken',
      todo: expect.stringContaining('FOYER_ROLE') as string,
    });
    silent.close();
    await own.close();
  });
});

describe('the rules of the system check', () => {
  const now = new Date('2026-11-21T12:00:00Z');
  const address = 'https://foyer.localhost/api/stripe/webhook';
  const heard = (minutesAgo: number | null, paidMinutesAgo: number | null = null, failing = 0) => {
    const at = (minutes: number | null) =>
      minutes === null ? null : new Date(now.getTime() - minutes * 60_000);
    return { value: { lastReceivedAt: at(minutesAgo), lastPaidAt: at(paidMinutesAgo), failing } };
  };

  it('distinguish a live key, a test key and the payment sandbox', () => {
    const mode = (stripeSecretKey: string | null) => readPaymentMode({ payments: 'stripe', stripeSecretKey });
    expect([mode('sk_live_1'), mode('rk_live_1'), mode('sk_test_1')]).toEqual(['live', 'live', 'test']);
    expect(readPaymentMode({ payments: 'sandbox', stripeSecretKey: null })).toBe('sandbox');
    const states = (['live', 'test', 'sandbox'] as const).map(
      (one) => judgePayments({ value: null }, one).state,
    );
    expect(states).toEqual(['ok', 'notice', 'notice']);
    expect(judgePayments({ failure: 'late' }, 'live').state).toBe('broken');
  });

  it('report a live provider that has never sent webhooks or has stopped sending them', () => {
    const judge = (facts: ReturnType<typeof heard>, mode: 'live' | 'sandbox') =>
      judgeWebhook(facts, { mode, address, now });
    expect(judge(heard(null), 'live')).toMatchObject({
      state: 'broken',
      todo: expect.stringContaining(address) as string,
    });
    expect(judge(heard(null), 'sandbox').state).toBe('ok');
    expect(judge(heard(300, 10), 'live').state).toBe('notice');
    expect(judge(heard(40, 10), 'live')).toMatchObject({
      state: 'ok',
      says: 'The last webhook arrived 40 minutes ago.',
    });
    expect(judge(heard(40, 10, 2), 'live').says).toBe(
      '2 webhooks could not be processed. The last webhook arrived 40 minutes ago.',
    );
  });

  it('report missing workers and workers that are too slow', () => {
    const jobs = { overdue: 0, retrying: 0, failed: 0, troubled: [], idleSeconds: 5 };
    expect(judgeJobs({ value: jobs }).state).toBe('ok');
    expect(judgeJobs({ value: { ...jobs, overdue: 3 } }).state).toBe('broken');
    expect(judgeJobs({ value: { ...jobs, retrying: 1, troubled: ['tickets.send'] } })).toMatchObject({
      state: 'notice',
      says: '1 job failed and will be tried again: tickets.send.',
    });
    expect(judgeJobs({ value: { ...jobs, idleSeconds: 7200 } }).says).toContain('2 hours ago');
  });

  it('recommend a PostgreSQL server instead of the embedded database in production', () => {
    const tried = { value: { version: '17.5', ms: 0.4 } };
    expect(judgeDatabase(tried, { embedded: true, production: true }).state).toBe('notice');
    expect(judgeDatabase(tried, { embedded: true, production: false }).state).toBe('ok');
    expect(agoWords(90_000)).toBe('1 minute ago');
  });
});

interface JobRow {
  id: string;
  name: string;
}

async function listJobs(): Promise<JobRow[]> {
  const { sql } = await import('kysely');
  const find = () =>
    sql<JobRow>`select id, name from pgboss.job where state = 'completed' limit 1`.execute(app.db);
  await expect.poll(async () => (await find()).rows).toHaveLength(1);
  return (await find()).rows;
}

async function setJob(job: JobRow | undefined, values: string): Promise<void> {
  const { sql } = await import('kysely');
  await sql`update pgboss.job set ${sql.raw(values)} where id = ${job?.id}`.execute(app.db);
}
