import { IncomingMessage } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { makeOrganiser } from '../factories.ts';
import { makeForm, startForm, times } from './uploads-scene.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ env: { TRUST_PROXY: '1' } });
});

afterAll(() => app.close());

afterEach(() => vi.restoreAllMocks());

const makeSender = async () => (await makeOrganiser(app)).token;

function sendWhole(token: string, from = '203.0.113.1') {
  const form = makeForm({ title: 'By form', ...times });
  return app.send('POST', '/api/events', {
    token,
    payload: form.payload,
    headers: { ...form.headers, 'x-forwarded-for': from },
  });
}

interface Unfinished {
  token: string;
  from: string;
}

/** Starts forms, one after another, and waits until the app has begun to read the last one. */
async function startForms(senders: readonly Unfinished[]) {
  const reads = vi.spyOn(IncomingMessage.prototype, 'pipe');
  const forms: ReturnType<typeof startForm>[] = [];
  for (const { token, from } of senders) {
    forms.push(startForm(app, token, { from }));
    await expect.poll(() => reads.mock.calls.length, { timeout: 10_000 }).toBe(forms.length);
  }
  return {
    forms,
    /** Closes the network connections and waits until the app has noticed. */
    hangUp: async () => {
      for (const form of forms) form.hangUp();
      const areGone = () => reads.mock.contexts.every((read) => (read as IncomingMessage).destroyed);
      await expect.poll(areGone, { timeout: 10_000 }).toBe(true);
    },
  };
}

describe('unfinished forms', () => {
  it('are limited to two for each account, while other accounts can still upload', async () => {
    const token = await makeSender();
    const { hangUp } = await startForms([1, 2].map((n) => ({ token, from: `203.0.113.${n}` })));
    expect((await sendWhole(token)).status).toBe(503);
    expect((await sendWhole(await makeSender())).status).toBe(201);
    await hangUp();
    expect((await sendWhole(token)).status).toBe(201);
  });

  it('from four accounts do not stop a fifth account from uploading', async () => {
    const tokens = await Promise.all([1, 2, 3, 4].map(makeSender));
    const { forms, hangUp } = await startForms(
      [...tokens, ...tokens].map((token, n) => ({ token, from: `203.0.113.${n}` })),
    );
    expect((await sendWhole(await makeSender())).status).toBe(201);
    // The oldest of the eight forms had to make room for the form of the fifth account.
    expect(await forms[0]?.answered).toBe(503);
    await forms[0]?.closed;
    await hangUp();
  });

  it('from eight accounts in one network do not stop an account in another network from uploading', async () => {
    const tokens = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(makeSender));
    const { forms, hangUp } = await startForms(
      tokens.map((token, n) => ({ token, from: `2001:db8:1:1::${n}` })),
    );
    expect((await sendWhole(await makeSender(), '2001:db8:1:2::1')).status).toBe(201);
    expect(await forms[0]?.answered).toBe(503);
    await hangUp();
  });

  it('are limited to eight in all when each account has only one form', async () => {
    const tokens = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(makeSender));
    const { hangUp } = await startForms(tokens.map((token, n) => ({ token, from: `203.0.113.${n}` })));
    const late = await makeSender();
    const { status, headers, body } = await sendWhole(late, '203.0.113.9');
    expect({ status, body }).toMatchObject({ status: 503, body: { status: 'error', code: 'unavailable' } });
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    await hangUp();
    expect((await sendWhole(late)).status).toBe(201);
  });

  it('are ended after ten seconds when a new form arrives, the slowest form first', async () => {
    const tokens = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(makeSender));
    const { forms, hangUp } = await startForms(tokens.map((token, n) => ({ token, from: `203.0.113.${n}` })));
    // All forms except the third have sent more bytes.
    for (const [n, form] of forms.entries()) if (n !== 2) form.sendMore(500, 20_000);
    const late = await makeSender();
    const now = performance.now();
    vi.spyOn(performance, 'now').mockImplementation(() => now + 10_500);
    expect((await sendWhole(late, '203.0.113.9')).status).toBe(201);
    expect(await forms[2]?.answered).toBe(503);
    await hangUp();
  });
});

describe('an uploaded form', () => {
  it('is refused when its account has already sent 200 forms within an hour', async () => {
    const strict = await startTestApp({ env: { FOYER_RATE_LIMITS: 'on' } });
    const { token, id } = await makeOrganiser(strict);
    const send = () =>
      strict.send('POST', '/api/events', { token, ...makeForm({ title: 'By form', ...times }) });
    expect((await send()).status).toBe(201);
    await strict.db
      .updateTable('limit_counts')
      .set({ uses: 200 })
      .where('subject', '=', `form:${id}`)
      .execute();
    expect(await send()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    await strict.close();
  });
});
