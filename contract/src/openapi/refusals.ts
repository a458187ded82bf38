import { z } from 'zod';
import { dutyRefusals, readsSession, type Access, type Duty, type EndpointSpec } from '../endpoint.ts';
import { errorTable, type ErrorAnswer, type ErrorCode } from '../errors.ts';
import { timeOut } from '../fields.ts';
import { describeSchema, type Answer, type JsonSchema, type Shapes } from './schemas.ts';
import { ticket } from '../tickets.ts';

const codes = Object.keys(errorTable) as ErrorCode[];

const errorAnswer = z
  .object({
    status: z.literal('error'),
    code: z.enum(codes).meta({ description: 'A stable word for programs' }),
    msg: z.string().meta({ description: 'A sentence for people' }),
    errors: z
      .array(z.object({ field: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'One entry for each field that failed validation' }),
    request_id: z.string().optional().meta({ description: 'Only in a 500: the id to look for in the log' }),
    challenge: z
      .string()
      .optional()
      .meta({ description: 'Only for two_factor_required: what the second step of the login sends back' }),
    remaining: z.int().optional().meta({ description: 'How many tickets are left when an order wants more' }),
    ticket_type_id: z.int().optional().meta({ description: 'The ticket type that an order was refused for' }),
    total: z.number().optional().meta({ description: 'What an order costs now, in pounds' }),
    left: z.number().optional().meta({ description: 'How much can still be refunded, in pounds' }),
    door: z
      .object({ title: z.string(), opens_at: timeOut, closes_at: timeOut })
      .optional()
      .meta({ description: 'Only for door_link_closed: the event, and when its link for volunteers works' }),
    order: z.string().optional().meta({ description: 'The number of the open order' }),
    ticket: ticket.optional().meta({ description: 'The ticket that was refused' }),
    used_at: timeOut.nullable().optional().meta({ description: 'When that ticket was used' }),
  })
  .meta({ id: 'ErrorAnswer' }) satisfies z.ZodType<ErrorAnswer>;

const titles: Record<string, string> = {
  400: 'Malformed or invalid input',
  401: 'No access token, a bad or an expired one, or wrong credentials',
  402: 'Not paid',
  403: 'Signed in, but not allowed',
  404: 'There is no such thing, or the caller may not know of it',
  408: 'Took too long to arrive',
  409: 'In conflict with the present state',
  413: 'Too large',
  415: 'Not in an accepted format',
  421: 'In development, a request of another computer',
  429: 'Too many attempts',
  500: 'A fault in Foyer',
  503: 'Not available at the moment',
};

const retryAfter = { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } } as const;

const accessRefusals: Record<Access, readonly ErrorCode[]> = {
  any: ['invalid_token'],
  user: ['no_token', 'invalid_token'],
  self: ['no_token', 'invalid_token', 'forbidden'],
  team: ['no_token', 'invalid_token', 'forbidden'],
  admin: ['no_token', 'invalid_token', 'forbidden'],
  provider: [],
};

/** Adds the schema of error answers to `shapes` and returns a reference to this schema. */
export function describeErrorAnswer(shapes: Shapes): JsonSchema {
  return describeSchema(errorAnswer, 'output', shapes);
}

export function describeRefusals(spec: EndpointSpec, schema: JsonSchema): Record<string, Answer> {
  const byStatus: Record<string, Record<string, { value: ErrorAnswer }>> = {};
  for (const code of listRefusals(spec)) {
    (byStatus[errorTable[code].status] ??= {})[code] = { value: composeRefusal(code) };
  }
  const answers = Object.entries(byStatus).map(([status, examples]): [string, Answer] => [
    status,
    {
      description: titles[status] ?? 'Refused',
      ...(['429', '503'].includes(status) && { headers: { 'Retry-After': retryAfter } }),
      content: { 'application/json': { schema, examples } },
    },
  ]);
  return Object.fromEntries(answers);
}

/**
 * Lists every error code of a call: the call's own codes, the codes of access checks and parsing, and the codes that
 * all calls share.
 */
export function listRefusals(spec: EndpointSpec): Set<ErrorCode> {
  const takesInput = spec.params ?? spec.query ?? spec.headers ?? spec.body;
  const bodyRefusals = [
    'malformed_body',
    'request_timeout',
    'payload_too_large',
    'unsupported_media_type',
  ] as const;
  return new Set<ErrorCode>([
    ...(takesInput ? (['validation_failed'] as const) : []),
    // The server parses any body that a client sends, so it may refuse a body even if the call takes none.
    ...(spec.method === 'GET' ? [] : bodyRefusals),
    // The server limits how many forms an account may send.
    ...(spec.file ? (['too_many_requests'] as const) : []),
    ...(readsSession(spec) ? accessRefusals[spec.access] : []),
    ...listDutyRefusals(spec),
    ...(spec.refuses ?? []),
    'misdirected_request',
    'internal_error',
    'unavailable',
    'storage_full',
  ]);
}

/**
 * Lists the error codes for users who have a duty. A call that is open to everybody has none of these codes, because
 * the call treats these users as visitors.
 */
function listDutyRefusals({ access, allowedDuring = [] }: EndpointSpec): ErrorCode[] {
  if (access === 'any' || access === 'provider') return [];
  const duties = Object.keys(dutyRefusals) as Duty[];
  return duties.filter((duty) => !allowedDuring.includes(duty)).map((duty) => dutyRefusals[duty]);
}

function composeRefusal(code: ErrorCode): ErrorAnswer {
  const answer: ErrorAnswer = { status: 'error', code, msg: errorTable[code].msg };
  if (code === 'internal_error') answer.request_id = '0b0e6a52-6a0c-4a7f-9d55-0f5ac4a1c7de';
  if (code === 'two_factor_required') answer.challenge = 'v0P3oW9mX2sK7qLr1TzYc8NhUeJdBgAi5fRk4yMwQtE';
  if (code !== 'validation_failed') return answer;
  // The message of a validation error is the message of the first wrong field.
  const message = 'Title is required';
  return { ...answer, msg: message, errors: [{ field: 'title', message }] };
}
