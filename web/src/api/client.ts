import type { AnswerReceived, BodyInput, ParamsInput, QueryInput } from '@foyer/contract/endpoint.ts';
import type { EndpointKey, Endpoints } from '@foyer/contract/index.ts';
import { readError, unreachable } from './error.ts';
import { refreshSessionOnce } from './refresh.ts';
import { readAccessToken } from './session.ts';
import { currentTransport } from './transport.ts';

type Field<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

/** A call that accepts a file takes its fields either as JSON or as a form. */
type Payload<E> = E extends { file: string }
  ? (Field<'body', BodyInput<E>> & { form?: never }) | { form: FormData; body?: never }
  : Field<'body', BodyInput<E>>;

export interface CallOptions {
  signal?: AbortSignal;
  /** Leaves the token out, so that the answer is the one everybody gets. */
  anonymous?: boolean;
}

export type CallInput<K extends EndpointKey> = Field<'params', ParamsInput<Endpoints[K]>> &
  Field<'query', QueryInput<Endpoints[K]>> &
  Payload<Endpoints[K]> &
  CallOptions;

export type Answer<K extends EndpointKey> = AnswerReceived<Endpoints[K]>;

interface UntypedInput extends CallOptions {
  params?: Record<string, unknown>;
  query?: Record<string, string | number | null | undefined>;
  body?: unknown;
  form?: FormData;
}

/**
 * One call of the API, by its key in the contract.
 * @throws ApiError when the server refuses, fails or cannot be reached
 */
export async function api<K extends EndpointKey>(
  key: K,
  ...[input]: Record<never, never> extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>]
): Promise<Answer<K>> {
  const { path, send } = prepareCall(key, input ?? {});
  const anonymous = input?.anonymous ?? false;
  const token = anonymous ? null : readAccessToken();
  let response = await send(token);
  if (response.status === 401 && !anonymous && !path.includes('/auth/')) {
    const refreshed = await refreshSessionOnce(token);
    if (refreshed) response = await send(refreshed);
  }
  if (!response.ok) throw await readError(response);
  return (response.status === 204 ? undefined : await response.json()) as Answer<K>;
}

function prepareCall(key: EndpointKey, { params, query, body, form, signal }: UntypedInput) {
  const space = key.indexOf(' ');
  const path = fillPath(key.slice(space + 1), params ?? {});
  const url = `/api${path}${writeQuery(query ?? {})}`;
  const init: RequestInit = { method: key.slice(0, space), body: form ?? JSON.stringify(body), signal };
  const send = async (token: string | null) => {
    const headers = new Headers({ accept: 'application/json' });
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (token) headers.set('authorization', `Bearer ${token}`);
    return sendRequest(url, { ...init, headers });
  };
  return { path, send };
}

async function sendRequest(url: string, init: RequestInit): Promise<Response> {
  const { origin, fetch } = currentTransport();
  try {
    return await fetch(`${origin}${url}`, init);
  } catch (error) {
    // A cancelled call is not a failure: the caller asked for it.
    if (init.signal?.aborted) throw error;
    throw unreachable();
  }
}

function fillPath(path: string, params: Record<string, unknown>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function writeQuery(query: NonNullable<UntypedInput['query']>): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === null || value === '' ? [] : [[name, String(value)]],
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
