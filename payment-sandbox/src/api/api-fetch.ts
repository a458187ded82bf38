import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiAnswer, ApiCall } from './api-call.ts';
import { SandboxError } from './sandbox-error.ts';
import { API_VERSION } from '../webhooks/events.ts';
import { expandAnswer } from './expand-fields.ts';
import { parseBracketedForm } from './form-body.ts';
import { answerOnce, type KeyedAnswer } from './idempotency.ts';
import { makeId } from '../objects/ids.ts';
import { Params } from './params.ts';
import { findRoute } from './api-routes.ts';
import { getSwitches, type Switches } from '../fault-switches.ts';
import { inTransaction, type SandboxTransaction, type SandboxContext } from '../transaction.ts';

/** The payment sandbox accepts only secret keys with this prefix. No real Stripe account has a key with this prefix. */
const SANDBOX_KEY_PREFIX = 'sk_sandbox_';

interface Incoming {
  method: string;
  url: URL;
  body: string;
  headers: Headers;
  requestId: string;
  switches: Switches;
}

/** Creates a `fetch` for the Stripe SDK that calls the payment sandbox in this process, without a network port. */
export function createApiFetch(context: SandboxContext): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const switches = await getSwitches(context.db);
    if (switches.apiDelayMs > 0) await sleep(switches.apiDelayMs, undefined, { signal: request.signal });
    if (switches.api === 'unreachable') throw connectionLost();
    const requestId = makeId('req');
    if (switches.api === 'errors') return respond(requestId, unavailable());
    if (switches.api === 'rate_limited') return respond(requestId, rateLimited());
    const response = await answerRequest(context, {
      method: request.method,
      url: new URL(request.url),
      body: await request.text(),
      headers: request.headers,
      requestId,
      switches,
    });
    if (switches.api === 'loses_answers') throw connectionLost();
    return response;
  };
}

async function answerRequest(context: SandboxContext, incoming: Incoming): Promise<Response> {
  try {
    assertKey(incoming.headers.get('authorization'));
    const { answer, replayed } = await runCall(context, incoming);
    return respond(incoming.requestId, answer, replayed ? { 'idempotent-replayed': 'true' } : {});
  } catch (error) {
    if (error instanceof SandboxError) {
      return respond(incoming.requestId, { status: error.status, body: { error: error.body } });
    }
    context.log.error({ err: error, path: incoming.url.pathname }, 'the payment sandbox failed');
    const message = 'An error occurred inside the payment sandbox.';
    return respond(incoming.requestId, { status: 500, body: { error: { type: 'api_error', message } } });
  }
}

async function runCall(context: SandboxContext, incoming: Incoming): Promise<KeyedAnswer> {
  const { method, url, body, headers, requestId, switches } = incoming;
  const route = findRoute(method, url.pathname);
  if (!route) {
    throw new SandboxError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${url.pathname}). The payment sandbox does not have it.`,
    });
  }
  const key = method === 'POST' ? headers.get('idempotency-key') : null;
  if (key !== null && switches.api === 'still_running') throw stillRunning(key);
  const request = { id: requestId, idempotencyKey: key };
  const answerCall = async (tx: SandboxTransaction): Promise<KeyedAnswer> => {
    const params = new Params(parseBracketedForm(method === 'POST' ? body : url.search));
    const expand = params.texts('expand');
    const call: ApiCall = { params, pathPart: (name) => route.parts[name] ?? '' };
    const handle = async (): Promise<ApiAnswer> => {
      if (key !== null && switches.api === 'fails') return failure();
      const { status, body: answered } = await route.handler(tx, call);
      params.refuseUnknown();
      if (key !== null && switches.api === 'fails_late') return failure();
      return { status, body: status < 400 ? await expandAnswer(tx, answered, expand) : answered };
    };
    if (key === null) return { answer: await handle(), replayed: false };
    return answerOnce(tx, { key, method, path: url.pathname, body }, handle);
  };
  return inTransaction(context, request, answerCall, switches);
}

function assertKey(authorization: string | null): void {
  const key = authorization?.replace(/^Bearer /, '');
  if (!key) {
    throw new SandboxError(401, {
      type: 'invalid_request_error',
      message: `You did not provide an API key. The payment sandbox takes any key that begins with ${SANDBOX_KEY_PREFIX}.`,
    });
  }
  // The error message does not contain the refused key, because the key may be real and error messages end up in logs.
  if (!key.startsWith(SANDBOX_KEY_PREFIX)) {
    throw new SandboxError(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided. The payment sandbox takes keys that begin with ${SANDBOX_KEY_PREFIX}.`,
    });
  }
}

function respond(
  requestId: string,
  { status, body }: ApiAnswer,
  headers: Record<string, string> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': 'application/json',
      'request-id': requestId,
      'stripe-version': API_VERSION,
      // Tells the SDK not to repeat the call after a 500. The SDK would use the same idempotency key again, and would
      // only get the stored error.
      ...(status === 500 && { 'stripe-should-retry': 'false' }),
      ...headers,
    },
  });
}

function unavailable(): ApiAnswer {
  const message = 'The payment sandbox is switched to answer errors.';
  return { status: 503, body: { error: { type: 'api_error', message } } };
}

function failure(): ApiAnswer {
  const message = 'The payment sandbox is switched to fail.';
  return { status: 500, body: { error: { type: 'api_error', message } } };
}

function rateLimited(): ApiAnswer {
  const message = 'Request rate limit exceeded. The payment sandbox is switched to refuse calls.';
  return { status: 429, body: { error: { type: 'invalid_request_error', code: 'rate_limit', message } } };
}

function stillRunning(key: string): SandboxError {
  return new SandboxError(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Please try again later.`,
  });
}

function connectionLost(): TypeError {
  return new TypeError('fetch failed', { cause: new Error('The payment sandbox is switched off.') });
}
