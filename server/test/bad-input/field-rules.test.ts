import type { EndpointSpec } from '@foyer/contract/endpoint.ts';
import { endpoints, type EndpointKey } from '@foyer/contract/index.ts';
import { listFormKinds } from '@foyer/contract/form-fields.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { makeAdmin, makeEvent } from '../factories.ts';
import { bodyRules, refusal } from './field-rules-table.ts';

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
  token = (await makeAdmin(app)).token;
  // The first event has the id 1, as in the paths below.
  await makeEvent(app);
});

afterAll(() => app.close());

/** Fills the placeholders of a path. A placeholder that is not in `params` gets a valid value. */
function fill(path: string, params: Record<string, string> = {}): string {
  return `/api${path.replace(/:(\w+)/g, (_match, name: string) => params[name] ?? usual[name] ?? '1')}`;
}

const usual: Record<string, string> = {
  code: 'a'.repeat(22),
  codeOrId: '1',
  sessionId: 'cs_test_1234',
};

const specs: Record<EndpointKey, EndpointSpec> = endpoints;
const entries = Object.entries(specs);

describe.each(bodyRules)('$key', ({ key, valid, rules }) => {
  const { method, path } = endpoints[key];

  it.each(rules.map(([change, wrong]) => ({ change, wrong, shown: show(change) })))(
    'refuses a body with $shown',
    async ({ change, wrong }) => {
      const answer = await app.send(method, fill(path), { token, json: { ...valid, ...change } });
      expect(answer.body).toEqual(refusal(wrong));
      expect(answer.status).toBe(400);
    },
  );
});

function show(change: object): string {
  const text = JSON.stringify(change, (_name, value: unknown) => (value === undefined ? '(missing)' : value));
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

describe('the table of field rules', () => {
  it('has a rule for every field of every request body', () => {
    const missing = entries.flatMap(([key, { body }]) => {
      if (!body) return [];
      const rules = bodyRules.find((entry) => entry.key === key)?.rules ?? [];
      const tested = new Set(rules.flatMap(([_change, wrong]) => Object.keys(wrong)));
      return Object.keys(listFormKinds(body))
        .filter((field) => !tested.has(field))
        .map((field) => `${key} ${field}`);
    });
    expect(missing).toEqual([]);
  });
});

const withRequiredFields = entries.flatMap(([key, { method, path, body }]) => {
  const required = body?.toJSONSchema({ io: 'input', unrepresentable: 'any' }).required ?? [];
  return required.length > 0 ? [{ key, method, path, required }] : [];
});

describe('the answer to a request without any field', () => {
  it.each(withRequiredFields)('names every missing required field: $key', async (call) => {
    const answer = await app.send(call.method, fill(call.path), { token, json: {} });
    expect(answer.status).toBe(400);
    for (const field of call.required) {
      const message = answer.body.errors.find((error) => error.field === field)?.message;
      const isLogIn = call.key === 'POST /auth/login';
      expect(message).toMatch(isLogIn ? /^Please enter both username and password$/ : / is required$/);
    }
  });
});

const badIds = ['0', '-1', 'abc', '1.5', '1e3', '99999999999999999999', '%20', '0x10'];
/** Path parameters that take text. All other path parameters take a numeric id. */
const words = new Set(['number', 'name', 'username', 'email', 'code', 'codeOrId', 'sessionId', 'webhookId']);

const idsInPaths = entries.flatMap(([key, { method, path, params }]) =>
  Object.keys(params?.shape ?? {})
    .filter((name) => !words.has(name))
    .map((name) => ({ key, method, path, name })),
);

describe('a path with a wrong id', () => {
  it.each(idsInPaths)(
    'is refused by $key when the parameter $name is wrong',
    async ({ method, path, name }) => {
      for (const bad of badIds) {
        const answer = await app.send(method, fill(path, { [name]: bad }), { token, json: {} });
        expect(answer, `with ${bad}`).toMatchObject({
          status: 400,
          body: refusal({ [name]: 'Id must be a positive number' }),
        });
      }
    },
  );

  it('is refused where the number of an order is expected', async () => {
    for (const bad of ['-1', '1.5', 'a'.repeat(41), '%20', 'a%00b', 'ä']) {
      expect(await app.send('GET', `/api/orders/${bad}`, { token }), `with ${bad}`).toMatchObject({
        status: 400,
        body: refusal({ number: 'This is not the number of an order' }),
      });
    }
  });

  it('is refused where a ticket code is expected', async () => {
    for (const bad of ['0', '-1', 'abc', '1.5', 'a'.repeat(65), '%20', 'a%00b']) {
      const used = await app.send('POST', `/api/tickets/use/${bad}`, { token });
      expect(used, `with ${bad}`).toMatchObject({
        status: 400,
        body: refusal({ codeOrId: 'This is not a ticket code' }),
      });
      const verified = await app.send('GET', `/api/tickets/verify/${bad}`, { token });
      expect(verified, `with ${bad}`).toMatchObject({
        status: 400,
        body: refusal({ code: 'This is not a ticket code' }),
      });
    }
  });

  it('is refused where the id of a checkout session is expected', async () => {
    for (const bad of ['1', 'cs_', 'pi_123456', 'cs_test_%2e%2e', `cs_${'a'.repeat(251)}`]) {
      const answer = await app.send('GET', `/api/stripe/payment-status/${bad}`, { token });
      expect(answer, `with ${bad}`).toMatchObject({
        status: 400,
        body: refusal({ sessionId: 'This is not a checkout session id' }),
      });
    }
  });
});

const notPositive = 'Limit and page must be positive numbers';
const paged = entries
  .filter(([_key, { query }]) => query && 'limit' in query.shape)
  .map(([key, { method, path }]) => ({ key, method, path }));

describe('a limit or page that is not a positive whole number', () => {
  it('is tested at least for the lists of events and tickets', () => {
    expect(paged.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['GET /events', 'GET /events/past', 'GET /events/upcoming', 'GET /tickets']),
    );
  });

  it.each(paged)('is refused by $key', async ({ method, path }) => {
    for (const bad of ['0', '-1', 'abc', '1.5', '', '1e2', '99999999999999999999', '%00']) {
      for (const field of ['limit', 'page']) {
        const answer = await app.send(method, `${fill(path)}?${field}=${bad}`, { token });
        expect(answer, `${field}=${bad}`).toMatchObject({
          status: 400,
          body: refusal({ [field]: notPositive }),
        });
      }
    }
    const both = await app.send(method, `${fill(path)}?limit=0&page=x`, { token });
    expect(both.body).toEqual(refusal({ limit: notPositive, page: notPositive }));
    const most = await app.send<{ code?: string }>(method, `${fill(path)}?limit=100&page=1`, { token });
    expect(most.status).toBe(200);
  });
});

describe('a wrong value in a path or query', () => {
  it.each([
    ['/events?q=%00', { q: 'Control characters are not allowed' }],
    [`/events?q=${'a'.repeat(201)}`, { q: 'Use at most 200 characters' }],
    [`/events?category=${'a'.repeat(101)}`, { category: 'Use at most 100 characters' }],
    [`/users?q=${'a'.repeat(201)}`, { q: 'Use at most 200 characters' }],
    ['/teams?q=%00', { q: 'Control characters are not allowed' }],
    ['/teams/members/1/role?team_id=0', { team_id: 'Id must be a positive number' }],
    ['/events/1/orders?search=%00', { search: 'Control characters are not allowed' }],
    [`/events/1/orders?search=${'a'.repeat(201)}`, { search: 'Use at most 200 characters' }],
    [
      '/events/1/orders?status=paid',
      { status: 'status can be held, confirmed, expired or cancelled, or left out' },
    ],
    ['/events/1/orders.csv?ticket_type_id=0', { ticket_type_id: 'Id must be a positive number' }],
    [
      '/events/1/orders.csv?channel=post',
      { channel: 'channel can be web, older_api or complimentary, or left out' },
    ],
    [`/events/categories/${'a'.repeat(101)}`, { name: 'Use at most 100 characters' }],
    [`/teams/name/${'a'.repeat(101)}`, { name: 'Use at most 100 characters' }],
    [`/users/username/${'a'.repeat(255)}`, { username: 'Use at most 254 characters' }],
    [`/users/email/${'a'.repeat(255)}`, { email: 'Use at most 254 characters' }],
  ] satisfies [string, Record<string, string>][])('is refused in %s', async (path, wrong) => {
    const answer = await app.send('GET', `/api${path}`, { token });
    expect(answer).toMatchObject({ status: 400, body: refusal(wrong) });
  });

  it('is ignored when it is a sort field or a sort order', async () => {
    expect((await app.send('GET', '/api/events?sort_by=password&order=sideways')).status).toBe(200);
  });
});
