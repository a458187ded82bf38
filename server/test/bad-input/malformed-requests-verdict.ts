import { isFile, type FileAnswer } from '@foyer/contract/endpoint.ts';
import { errorTable, type ErrorCode } from '@foyer/contract/errors.ts';
import { endpoints, type EndpointKey } from '@foyer/contract/index.ts';
import { listRefusals } from '@foyer/contract/openapi/refusals.ts';
import { receivedAnswer } from '@foyer/contract/received-answers.ts';
import type { z } from 'zod';
import type { CallerName } from './malformed-requests-drafts.ts';
import type { World } from './malformed-requests-world.ts';

export interface Received {
  status: number;
  type: string;
  text: string;
  /** The endpoint that sent the answer. A wrong path may lead to another endpoint or to none. */
  endpoint: EndpointKey | null;
}

type Secrets = World['secrets'];

interface Asked {
  caller: CallerName;
  secrets: Secrets;
  /** The body of the request. */
  typed: string;
  /** Whether the request asks for an answer only if it has changed. */
  isConditional: boolean;
}

/** Describes how an answer breaks the contract. Returns null if the answer keeps the contract. */
export function findFault(asked: Asked, answer: Received): string | null {
  if (answer.status >= 500) return 'The server failed';
  const leak = findLeak(asked, answer);
  if (leak) return `The answer contains data that this caller may not see: ${leak}`;
  if (answer.status === 304)
    return asked.isConditional && answer.text === '' ? null : 'A 304 that nobody asked for, or with a body';
  if (answer.status === 204)
    return answer.text === '' ? findUnpromised(answer, undefined) : 'A 204 has a body';
  const file = findPromisedFile(answer);
  if (file) return answer.type === file.file ? null : `A file that is not ${file.file} but ${answer.type}`;
  if (!answer.type.startsWith('application/json')) return `The answer is not JSON but ${answer.type}`;
  const body = readJson(answer.text);
  if (body === undefined) return 'The answer is not JSON';
  return answer.status >= 400 ? findMisshapen(answer, body) : findUnpromised(answer, body);
}

type Answers = Readonly<Record<number, z.ZodType | FileAnswer | null>>;

function findPromisedFile({ status, endpoint }: Received): FileAnswer | null {
  const answers: Answers = endpoint ? endpoints[endpoint].answers : {};
  const answer = answers[status];
  return answer && isFile(answer) ? answer : null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const errorFields = new Set([
  'status',
  'code',
  'msg',
  'errors',
  'ticket',
  'used_at',
  'remaining',
  'ticket_type_id',
  'total',
  'order',
  'left',
]);

/**
 * The error codes that a request to an unknown path may get. The server reads the body even for an unknown path, so
 * some of these codes are about the body.
 */
const nowhere = new Set<ErrorCode>([
  'route_not_found',
  'malformed_body',
  'payload_too_large',
  'unsupported_media_type',
  'misdirected_request',
]);

function findMisshapen({ status, endpoint }: Received, body: unknown): string | null {
  const { code, msg, errors, ...rest } = Object(body) as Record<string, unknown>;
  if (rest.status !== 'error') return 'An error without status "error"';
  if (typeof code !== 'string' || !isCode(code)) return `No such error code: ${String(code)}`;
  if (errorTable[code].status !== status) return `${code} is ${errorTable[code].status}, not ${status}`;
  if (typeof msg !== 'string' || msg.trim() === '') return 'An error without a sentence for people';
  const strange = Object.keys(rest).filter(
    (name) => !errorFields.has(name) && !(name === 'challenge' && code === 'two_factor_required'),
  );
  if (strange.length > 0) return `An error with the fields ${strange.join(', ')}`;
  const allowed = endpoint ? listRefusals(endpoints[endpoint]) : nowhere;
  if (!allowed.has(code)) return `${code} is not described for ${String(endpoint)}`;
  return errors === undefined ? null : findMisshapenList(code, msg, errors);
}

function isCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorTable, code);
}

function findMisshapenList(code: ErrorCode, msg: string, errors: unknown): string | null {
  if (code !== 'validation_failed') return `${code} with a list of fields`;
  if (!Array.isArray(errors) || errors.length === 0) return 'The list of fields is no list, or empty';
  const entries: unknown[] = errors;
  const isEntry = (entry: unknown): entry is { field: string; message: string } => {
    const { field, message, ...rest } = Object(entry) as Record<string, unknown>;
    return (
      typeof field === 'string' &&
      typeof message === 'string' &&
      message !== '' &&
      Object.keys(rest).length === 0
    );
  };
  if (!entries.every(isEntry)) return 'An entry of the list of fields is not a field and a message';
  if (entries[0]?.message !== msg) return 'The sentence is not that of the first field';
  return new Set(entries.map((entry) => entry.field)).size < entries.length
    ? 'A field is listed twice'
    : null;
}

const schemas = new Map<string, z.ZodType>();

function findUnpromised({ status, endpoint }: Received, body: unknown): string | null {
  if (!endpoint) return null;
  const answers: Answers = endpoints[endpoint].answers;
  const answer = answers[status];
  if (answer === undefined) return `${endpoint} does not promise a ${status}`;
  if (answer === null) return body === undefined ? null : `${endpoint} promises a ${status} without a body`;
  if (isFile(answer)) return `${endpoint} promises a file`;
  const name = `${endpoint} ${status}`;
  const schema = schemas.get(name) ?? receivedAnswer(answer);
  schemas.set(name, schema);
  const { error } = schema.safeParse(body);
  return error ? `Not what ${name} promises: ${error.message}` : null;
}

type Person = keyof Secrets['of'];

const everybody: Person[] = ['attendee', 'guest', 'helper', 'organiser', 'stranger', 'admin'];

/**
 * The people whose secrets an answer to each caller may contain. A team admin may see secrets of the team's
 * members, and of the people who came to its events.
 */
const seenBy: Record<CallerName, readonly Person[]> = {
  nobody: [],
  attendee: ['attendee'],
  'team admin': ['attendee', 'guest', 'helper', 'organiser'],
  'site admin': everybody,
};

/**
 * Through this endpoint, a team admin gives a ticket to any user. So the answer may contain the email address of that
 * user.
 */
const introductions = new Set<EndpointKey | null>(['POST /tickets']);
/**
 * The answer of this endpoint repeats the email address that the caller typed, even if it is the address of
 * another user.
 */
const invitations: EndpointKey = 'POST /teams/members';
const signIns = new Set<EndpointKey | null>([
  'POST /auth/login',
  'POST /auth/two-factor/log-in',
  'POST /auth/register',
]);

function findLeak({ caller, secrets, typed }: Asked, answer: Received): string | undefined {
  const hidden = everybody.filter((person) => !seenBy[caller].includes(person));
  const mayIntroduce = caller === 'team admin' && introductions.has(answer.endpoint);
  const mayNameUsers = answer.status < 300 && (mayIntroduce || signIns.has(answer.endpoint));
  const forOthers = mayNameUsers ? [] : hidden.flatMap((person) => secrets.of[person]);
  return [...secrets.forNobody, ...forOthers].find(
    (secret) => answer.text.includes(secret) && !(answer.endpoint === invitations && typed.includes(secret)),
  );
}
