import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { EndpointSpec } from '@foyer/contract/endpoint.ts';
import { endpoints, type EndpointKey } from '@foyer/contract/index.ts';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { composeRequest, type WireRequest } from './malformed-requests-compose.ts';
import { malformedRequests, type Draft } from './malformed-requests-drafts.ts';
import { findFault, type Received } from './malformed-requests-verdict.ts';
import { makeWorld, type World } from './malformed-requests-world.ts';

const seed = Number(process.env.FOYER_SEED ?? 20_261_121);
const requests = Number(process.env.FOYER_REQUESTS ?? 22_000);
const keys = Object.keys(endpoints) as EndpointKey[];
const share = Math.ceil(requests / keys.length);

let app: TestApp;
let world: World;

/** Undefined if no route matched. */
let answering: string | undefined;

/** Records the route before the body is parsed, so that the route is also known when parsing fails. */
const recordRoutes = (message: unknown) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRequest', ({ method, routeOptions: { url } }, _reply, done) => {
    answering = url && `${method} ${url}`;
    done();
  });
};

beforeAll(async () => {
  subscribe('fastify.initialization', recordRoutes);
  app = await startTestApp({ works: false });
  // Jobs do not run, and the sandbox sends no webhooks, so only the requests change the database.
  await app.sandbox.setSwitches({ webhookDrop: true });
  world = await makeWorld(app);
}, 60_000);

afterAll(async () => {
  unsubscribe('fastify.initialization', recordRoutes);
  await app.close();
});

async function send(request: WireRequest): Promise<Received> {
  answering = undefined;
  const { statusCode, headers, payload } = await app.app.inject(request);
  return {
    status: statusCode,
    type: String(headers['content-type']),
    text: payload,
    endpoint: findEndpoint(),
  };
}

function findEndpoint(): EndpointKey | null {
  return keys.find((key) => key.replace(' ', ' /api') === answering) ?? null;
}

function describeFault(fault: string, request: WireRequest, { status, text }: Received, draft: Draft): Error {
  const short = (value: unknown) => {
    const written = typeof value === 'string' ? value : JSON.stringify(value);
    return written.length > 1500 ? `${written.slice(0, 1500)}… (${written.length} characters)` : written;
  };
  const { method, url, headers, payload } = request;
  return new Error(
    [
      fault,
      `${draft.caller} sent ${method} ${short(url)}`,
      `headers ${short(headers)}`,
      ...(payload === undefined ? [] : [`body ${short(JSON.stringify(String(payload)))}`]),
      `answered ${status} ${short(text)}`,
    ].join('\n'),
  );
}

async function judge(spec: EndpointSpec, draft: Draft, token: string | undefined): Promise<number> {
  const request = composeRequest(spec, draft, token);
  const answer = await send(request);
  // Undo what the request changed, so that every request finds the same data and no user keeps new rights.
  const mayHaveChanged = answer.status < 300 || answer.status >= 500;
  if (spec.method !== 'GET' && mayHaveChanged) await world.restore();
  const isSignedOut = draft.faults.some((fault) => fault.kind === 'authorization');
  const caller = isSignedOut ? 'nobody' : draft.caller;
  const typed = String(request.payload ?? '');
  const isConditional = request.method === 'GET' && request.headers['if-none-match'] !== undefined;
  const fault = findFault({ caller, secrets: world.secrets, typed, isConditional }, answer);
  if (fault) throw describeFault(fault, request, answer, draft);
  if ('polluted' in {}) throw describeFault('The request changed every object', request, answer, draft);
  return answer.status;
}

describe('the answers to malformed requests', () => {
  it.each(keys)(
    'match the contract and reveal no data of other users: %s',
    { timeout: 120_000 },
    async (key) => {
      const spec: EndpointSpec = endpoints[key];
      expect(app.app.hasRoute({ method: spec.method, url: `/api${spec.path}` })).toBe(true);
      const statuses = new Map<number, number>();
      await world.restore();
      const tokens = await world.signIn();
      const run = await fc.check(
        fc.asyncProperty(malformedRequests(spec, world.knownTo(spec)), async (draft) => {
          const status = await judge(spec, draft, tokens[draft.caller]);
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }),
        { seed, numRuns: share },
      );
      if (run.failed) {
        const again = `FOYER_SEED=${run.seed} npx vitest run malformed-requests -t '${key}$'`;
        throw new Error(`${(run.errorInstance as Error).message}\nTo repeat it: ${again}`);
      }
      expect(run.numRuns).toBe(share);
      // At least one request must have succeeded. Otherwise the handler of the endpoint may never have run.
      const answered = JSON.stringify(Object.fromEntries(statuses));
      const hasSucceeded = Object.keys(spec.answers).some((status) => statuses.has(Number(status)));
      expect(hasSucceeded || spec.access === 'provider', `Nothing succeeded: ${answered}`).toBe(true);
    },
  );
});
