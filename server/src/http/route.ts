import { compileAnswer } from '@foyer/contract/answers/compile-answer.ts';
import {
  dutyRefusals,
  isFile,
  readsSession,
  type Access,
  type AnswerOf,
  type BodyOf,
  type Duty,
  type FileAnswer,
  type HeadersOf,
  type ParamsOf,
  type QueryOf,
  type ServedFile,
  type StatusOf,
} from '@foyer/contract/endpoint.ts';
import { describeShortPassword, leastPasswordLength } from '@foyer/contract/fields.ts';
import { endpoints, type EndpointKey, type Endpoints } from '@foyer/contract/index.ts';
import { listFormKinds } from '@foyer/contract/form-fields.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Deps } from '../deps.ts';
import { ApiError } from './errors.ts';
import { callerSubject } from './caller-address.ts';
import { holdForm } from './form-slots.ts';
import { readForm, type UploadedFile } from './form.ts';
import { countUse } from './limits.ts';
import { prepareAnswer } from './memory/ready-answer.ts';
import { requestTimes } from './request-times.ts';
import { sendFile } from './send-file.ts';
import { findActor, type Actor } from './session.ts';

type ActorOf<A extends Access> = A extends 'any' ? Actor | null : A extends 'provider' ? null : Actor;

/** A handler receives the caller and the validated input. `answerWith` chooses one of the success statuses. */
export interface Call<K extends EndpointKey> {
  actor: ActorOf<Endpoints[K]['access']>;
  params: ParamsOf<Endpoints[K]>;
  query: QueryOf<Endpoints[K]>;
  headers: HeadersOf<Endpoints[K]>;
  body: BodyOf<Endpoints[K]>;
  file: UploadedFile | null;
  request: FastifyRequest;
  /** Use this only to set response headers. The handler returns the body. */
  reply: FastifyReply;
  answerWith: (status: StatusOf<Endpoints[K]>) => void;
}

type Handler<K extends EndpointKey> = (
  call: Call<K>,
) => Promise<AnswerOf<Endpoints[K]>> | AnswerOf<Endpoints[K]>;

interface Options<K extends EndpointKey> {
  /**
   * Refuses callers without permission before the server reads their form. The handler must check the permission too,
   * because this runs for forms only.
   */
  beforeForm?: (call: Pick<Call<K>, 'actor' | 'params'>) => Promise<unknown>;
  /**
   * Whether all callers without a session get the same answer to this query. Then the answer may come from memory.
   * Answers to a key, a code or a token must not.
   */
  isForEveryone?: (query: QueryOf<Endpoints[K]>) => boolean;
}

/**
 * Serves one endpoint of the contract: checks access, parses the input, calls the handler, and removes from the answer
 * all fields that the contract does not name. The handler decides whether the caller may act on the requested object.
 */
export function route<K extends EndpointKey>(
  app: FastifyInstance,
  deps: Deps,
  key: K,
  handle: Handler<K>,
  { beforeForm, isForEveryone }: Options<K> = {},
): void {
  const spec: EndpointShape = endpoints[key];
  const formKinds = spec.file && spec.body ? listFormKinds(spec.body) : null;
  // Usually the highest success status, such as 201. A handler chooses 200 when the object already existed.
  const usualStatus = Math.max(...Object.keys(spec.answers).map(Number));
  const present = compileAnswers(spec);
  app.route({
    method: spec.method,
    url: `/api${spec.path}`,
    handler: async (request, reply) => {
      const actor = await authenticate(request, deps, spec);
      const parsePart = (schema: z.ZodType | undefined, input: unknown) => parse(schema, input, deps.config);
      const params = parsePart(spec.params, request.params);
      if (actor) assertAllowedDuring(actor, spec, params);
      const query = parsePart(spec.query, request.query);
      if (!formKinds && request.isMultipart()) throw new ApiError('unsupported_media_type');

      // These casts are safe, because the types are inferred from the schemas that validated the values.
      const answerTo = async (input: unknown, file: UploadedFile | null) => {
        const body = parsePart(spec.body, input);
        const headers = parsePart(spec.headers, request.headers);
        let status = usualStatus;
        const answerWith = (chosen: number) => void (status = chosen);
        const call = { actor, params, query, headers, body, file, request, reply, answerWith };
        const answer: unknown = await handle(call as unknown as Call<K>);
        const answerSchema = spec.answers[status];
        reply.status(status);
        if (!answerSchema) return reply.send();
        return isFile(answerSchema)
          ? sendFile(reply, answerSchema.file, answer as ServedFile)
          : present[status]?.(answer);
      };
      if (isForEveryone?.(query as QueryOf<Endpoints[K]>) && !actor) {
        const name = `${spec.path} ${JSON.stringify([params, query])}`;
        const prepare = async () => prepareJson(reply, await answerTo({}, null));
        if (await app.publicAnswers.send({ request, reply, kind: 'answers', name }, prepare)) return reply;
      }
      if (!formKinds || !request.isMultipart())
        return answerTo(request.body === undefined ? {} : request.body, null);
      await beforeForm?.({ actor, params } as unknown as Call<K>);
      if (actor) await countUse(deps, 'form', actor.id);
      const sender = { account: actor?.id ?? null, address: callerSubject(request.ip) };
      return holdForm(sender, async (slot) => {
        const shape = { file: spec.file ?? '', kinds: formKinds };
        const form = await readForm(request, shape, slot, deps.requestTimes ?? requestTimes);
        return answerTo(form.fields, form.file);
      });
    },
  });
}

interface EndpointShape {
  method: string;
  path: `/${string}`;
  access: Access;
  allowedDuring?: readonly Duty[];
  params?: z.ZodType;
  query?: z.ZodType;
  headers?: z.ZodType;
  body?: z.ZodType;
  file?: string;
  answers: Readonly<Record<number, z.ZodType | FileAnswer | null>>;
}

/** Returns, by status, how to reduce an answer to the fields that the contract names. */
function compileAnswers({ answers }: EndpointShape) {
  const compiled: Partial<Record<number, ReturnType<typeof compileAnswer>>> = {};
  for (const [status, schema] of Object.entries(answers))
    if (schema && !isFile(schema)) compiled[Number(status)] = compileAnswer(schema);
  return compiled;
}

/** Clients may keep the answer, but ask each time whether it has changed. */
const askEachTime = 'no-cache';

function prepareJson(reply: FastifyReply, answer: unknown) {
  const type = 'application/json; charset=utf-8';
  return prepareAnswer(reply, { body: JSON.stringify(answer), type, cacheControl: askEachTime });
}

async function authenticate(request: FastifyRequest, deps: Deps, spec: EndpointShape): Promise<Actor | null> {
  if (!readsSession(spec)) return null;
  const actor = await findActor(request.headers.authorization, {
    db: deps.db,
    secret: deps.sessionSecret,
    now: deps.clock.now(),
    config: deps.config,
  });
  // A caller with a duty gets the answer of a visitor, because a refusal would hide even public pages.
  if (spec.access === 'any') return actor?.duty ? null : actor;
  if (!actor) throw new ApiError('no_token');
  if (spec.access === 'admin' && !actor.isSiteAdmin) throw new ApiError('forbidden');
  return actor;
}

/**
 * Throws the error code of the caller's duty, unless the contract allows this call during the duty and it is about the
 * caller's own account.
 */
function assertAllowedDuring({ id, duty }: Actor, spec: EndpointShape, params: unknown): void {
  if (!duty) return;
  const isForSelf = !spec.path.startsWith('/users/:id') || (params as { id: number }).id === id;
  if (!isForSelf || !spec.allowedDuring?.includes(duty)) throw new ApiError(dutyRefusals[duty]);
}

function parse(
  schema: z.ZodType | undefined,
  input: unknown,
  { passwordMinLength }: Pick<Deps['config'], 'passwordMinLength'>,
): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(input, { error: nameType });
  if (result.success) return result.data;
  const byField = new Map<string, string>();
  for (const { path, message } of result.error.issues) {
    const field = path.join('.');
    if (byField.has(field)) continue;
    // The contract knows only the shortest length that the setting allows. Name the length that this site requires.
    byField.set(field, message === shortestPassword ? describeShortPassword(passwordMinLength) : message);
  }
  const errors = [...byField].map(([field, message]) => ({ field, message }));
  throw new ApiError('validation_failed', { msg: errors[0]?.message, errors });
}

const shortestPassword = describeShortPassword(leastPasswordLength);

/** Turns a field name such as `event_id` or `eventId` into the words "Event id". */
function spellOut(name: string): string {
  const words = name.replaceAll('_', ' ').replace(/[A-Z]/g, ' $&').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const typeNames: Partial<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  number: 'a number',
  array: 'a list',
  object: 'an object',
};

function nameType(issue: z.core.$ZodRawIssue): string | undefined {
  const name = issue.path?.at(-1);
  if (issue.input === undefined && typeof name === 'string') return `${spellOut(name)} is required`;
  const field = issue.path?.join('.') || 'The body';
  if (issue.code === 'invalid_type') return `${field} must be ${typeNames[issue.expected] ?? issue.expected}`;
  if (issue.code === 'invalid_value') return `${field} must be one of ${issue.values.map(String).join(', ')}`;
  return undefined;
}
