import type {
  AnswerReceived,
  BodyInput,
  FileAnswer,
  HeadersInput,
  ParamsInput,
  QueryInput,
} from '@foyer/contract/endpoint.ts';
import type { EndpointKey, Endpoints } from '@foyer/contract/index.ts';
import { answerLimit, CallError, readError, unreachableError } from './call-error.ts';
import { refreshSessionOnce } from './refresh.ts';
import { readAccessToken, recordDuty } from './session.ts';
import { currentTransport } from './transport.ts';
import { sendWithProgress } from './upload.ts';

/** A call with a file may take this many milliseconds, because uploads need longer than other calls. */
const uploadLimit = 120_000;

type Field<Name extends string, T> = [T] extends [undefined]
  ? unknown
  : Record<never, never> extends T
    ? { [K in Name]?: T }
    : { [K in Name]: T };

/** An endpoint that accepts a file takes JSON or a form. Only the upload of a form reports its progress. */
type Payload<E> = E extends { file: string }
  ?
      | (Field<'body', BodyInput<E>> & { form?: never; onUpload?: never })
      | { form: FormData; body?: never; onUpload?: (share: number) => void }
  : Field<'body', BodyInput<E>>;

export interface CallOptions {
  signal?: AbortSignal;
  /** True sends the call without an access token, so that the response is the same for everyone. */
  anonymous?: boolean;
}

export type CallInput<K extends EndpointKey> = Field<'params', ParamsInput<Endpoints[K]>> &
  Field<'query', QueryInput<Endpoints[K]>> &
  Field<'headers', HeadersInput<Endpoints[K]>> &
  Payload<Endpoints[K]> &
  CallOptions;

export type Answer<K extends EndpointKey> = AnswerReceived<Endpoints[K]>;

interface UntypedInput extends CallOptions {
  params?: Record<string, unknown>;
  query?: Record<string, string | number | null | undefined>;
  headers?: Record<string, string | undefined>;
  body?: unknown;
  form?: FormData;
  onUpload?: (share: number) => void;
}

/**
 * Makes one API call. `key` is the method and path of an endpoint in the contract.
 * @throws CallError when the server refuses, fails or cannot be reached
 */
export async function api<K extends EndpointKey>(
  key: K,
  ...[input]: Record<never, never> extends CallInput<K> ? [input?: CallInput<K>] : [input: CallInput<K>]
): Promise<Answer<K>> {
  const response = await sendCall(key, input ?? {});
  if (response.status === 204) return undefined as Answer<K>;
  return (await explainFailure(response.json(), input?.signal)) as Answer<K>;
}

type FileKey = {
  [K in EndpointKey]: Endpoints[K]['answers'] extends { 200: FileAnswer } ? K : never;
}[EndpointKey];

/**
 * Makes an API call whose response is a file.
 * @throws CallError when the server refuses, fails or cannot be reached
 */
export async function fetchFile<K extends FileKey>(key: K, input: CallInput<K>): Promise<Blob> {
  const response = await sendCall(key, input);
  return explainFailure(response.blob(), input.signal);
}

/**
 * The server ignores the access token of these calls, so these calls are not repeated with a new token after
 * a refusal.
 */
const signingInOrOut = /^\/auth\/(register|login|refresh-token|logout)$/;

async function sendCall(key: EndpointKey, input: UntypedInput): Promise<Response> {
  const { path, send } = prepareCall(key, input);
  const { anonymous = false } = input;
  const token = anonymous ? null : readAccessToken();
  let response = await send(token);
  if (response.status === 401 && !anonymous && !signingInOrOut.test(path)) {
    const refreshed = await refreshSessionOnce(token);
    if (refreshed) response = await send(refreshed);
  }
  if (!response.ok) {
    const error = await readError(response);
    recordDuty(error.code);
    throw error;
  }
  return response;
}

function prepareCall(
  key: EndpointKey,
  { params, query, headers: given = {}, body, form, onUpload, signal }: UntypedInput,
) {
  const space = key.indexOf(' ');
  const path = fillPath(key.slice(space + 1), params ?? {});
  const url = `/api${path}${writeQuery(query ?? {})}`;
  const method = key.slice(0, space);
  const send = async (token: string | null) => {
    const headers = new Headers({ accept: 'application/json' });
    if (body !== undefined) headers.set('content-type', 'application/json');
    if (token) headers.set('authorization', `Bearer ${token}`);
    if (method === 'GET' && hasJustWritten()) headers.set('cache-control', 'no-cache');
    for (const [name, value] of Object.entries(given)) if (value !== undefined) headers.set(name, value);
    const limit = AbortSignal.timeout(form ? uploadLimit : answerLimit);
    const { origin, fetch } = currentTransport();
    const abort = signal ? AbortSignal.any([signal, limit]) : limit;
    const answer =
      form && onUpload
        ? sendWithProgress(url, { method, headers, body: form, signal: abort }, onUpload)
        : fetch(`${origin}${url}`, { method, body: form ?? JSON.stringify(body), headers, signal: abort });
    if (method !== 'GET') void answer.finally(noteWrite).catch(() => {});
    return explainFailure(answer, signal);
  };
  return { path, send };
}

/** The server's answers from memory are at most a second old. This time is longer, because the answer travels too. */
const writeLasts = 3000;

let lastWrite = -Infinity;

function noteWrite(): void {
  lastWrite = performance.now();
}

/**
 * Whether this page has changed something a moment ago. Then it asks for new answers: another process of the server may
 * answer, whose memory does not know of the change yet.
 */
function hasJustWritten(): boolean {
  return performance.now() - lastWrite < writeLasts;
}

/**
 * Turns a network failure into a CallError whose message can be shown to users.
 * @param signal lets the caller cancel the call; the error of a cancelled call is thrown unchanged
 */
async function explainFailure<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (signal?.aborted || error instanceof SyntaxError) throw error;
    if (error instanceof DOMException && error.name === 'TimeoutError') throw timeoutError();
    throw unreachableError();
  }
}

function timeoutError(): CallError {
  return new CallError(0, {
    code: 'unreachable',
    msg: 'Foyer took too long to answer. Check your connection and try again.',
  });
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
