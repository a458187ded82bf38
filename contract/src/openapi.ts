import type { z } from 'zod';
import * as admin from './admin.ts';
import * as auth from './auth.ts';
import { isFile, readsSession, type Access, type EndpointSpec } from './endpoint.ts';
import * as events from './events.ts';
import { endpoints } from './index.ts';
import { describeErrorAnswer, describeRefusals } from './openapi-refusals.ts';
import {
  composeExample,
  describeSchema,
  type Answer,
  type Content,
  type JsonSchema,
  type Shapes,
} from './openapi-schemas.ts';
import * as payments from './payments.ts';
import * as registrations from './registrations.ts';
import * as teams from './teams.ts';
import * as tickets from './tickets.ts';
import * as users from './users.ts';

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  description?: string;
  schema: JsonSchema;
}

export interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: [string];
  security: Record<string, []>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, Content> };
  responses: Record<string, Answer>;
}

/** As much of an OpenAPI 3.1 document as Foyer's is. */
export interface ApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Shapes; securitySchemes: Record<string, Record<string, string>> };
}

/** A tag for each file of calls, in the order in which they are read. */
const files: { name: string; description: string; calls: object }[] = [
  { name: 'Auth', description: 'Signing up, in and out, and staying signed in', calls: auth },
  { name: 'Events', description: 'What is on, and what its team does with it', calls: events },
  { name: 'Registrations', description: 'Taking seats and giving them back', calls: registrations },
  { name: 'Tickets', description: 'What lets people in, and the door', calls: tickets },
  { name: 'Payments', description: 'Paying by card, and money given back', calls: payments },
  { name: 'Teams', description: 'Who organises events together', calls: teams },
  { name: 'Users', description: 'Accounts and profiles', calls: users },
  { name: 'Admin', description: 'For site administrators', calls: admin },
];

const whoMay: Record<Access, string> = {
  any: 'Anybody may call this.',
  user: 'Whoever is signed in may call this.',
  self: 'For the user concerned, and for site administrators.',
  team: 'For members of the team concerned, whatever their role, and for site administrators.',
  admin: 'For site administrators.',
  provider: 'For the payment provider, which signs what it sends.',
};

const description = `Times are ISO 8601 in UTC, ids positive integers, and money is in pounds.

Sign in with \`POST /auth/login\` and send the access token with each call, as \`Authorization: Bearer …\`; it lives 15 minutes, and \`POST /auth/refresh-token\` trades the refresh token for a new pair.

Every refusal has one shape: a \`code\` for programs, a \`msg\` for people, and \`errors\` with one entry for each wrong field. Answers may get further fields; none is renamed.`;

interface Facts {
  version: string;
  /** Where the API is reached, with `/api`. */
  serverUrl: string;
}

/** The OpenAPI document of every call in the table. Throws for a call that no file of the contract exports. */
export function describeApi({ version, serverUrl }: Facts): ApiDocument {
  const schemas: Shapes = {};
  const errorAnswer = describeErrorAnswer(schemas);
  const paths: ApiDocument['paths'] = {};
  for (const spec of Object.values<EndpointSpec>(endpoints)) {
    const path = spec.path.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[spec.method.toLowerCase()] = {
      ...describeCall(spec, schemas),
      responses: { ...describeSuccesses(spec, schemas), ...describeRefusals(spec, errorAnswer) },
    };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Foyer', version, description },
    servers: [{ url: serverUrl }],
    tags: files.map(({ name, description: words }) => ({ name, description: words })),
    paths,
    components: {
      schemas,
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

function describeCall(spec: EndpointSpec, shapes: Shapes): Omit<Operation, 'responses'> {
  const { operationId, tag } = findName(spec);
  return {
    operationId,
    summary: spec.summary,
    description: spec.who ?? whoMay[spec.access],
    tags: [tag],
    security: describeSecurity(spec),
    parameters: [
      ...describeParameters(spec.params, 'path', shapes),
      ...describeParameters(spec.query, 'query', shapes),
      ...(spec.access === 'provider' ? [signature] : []),
    ],
    ...(spec.body && { requestBody: describeBody(spec.body, spec.file, shapes) }),
    ...(spec.access === 'provider' && { requestBody: signedBody }),
  };
}

/** A call goes by the name under which its file exports it. */
function findName(spec: EndpointSpec) {
  for (const { name: tag, calls } of files) {
    const found = Object.entries(calls).find(([, exported]) => exported === spec);
    if (found) return { operationId: found[0], tag };
  }
  throw new Error(`No file that openapi.ts lists exports ${spec.method} ${spec.path}`);
}

function describeSecurity(spec: EndpointSpec): Operation['security'] {
  if (!readsSession(spec)) return [];
  return spec.access === 'any' ? [{}, { accessToken: [] }] : [{ accessToken: [] }];
}

function describeParameters(schema: z.ZodObject | undefined, place: Parameter['in'], shapes: Shapes) {
  if (!schema) return [];
  const { properties = {}, required = [] } = describeSchema(schema, 'input', shapes);
  return Object.entries(properties).map(([name, property]): Parameter => {
    const { description: words, ...rest } = property as JsonSchema;
    return {
      name,
      in: place,
      // Whatever has a default may be left out.
      required: required.includes(name) && rest.default === undefined,
      ...(words && { description: words }),
      schema: rest,
    };
  });
}

const signature: Parameter = {
  name: 'Stripe-Signature',
  in: 'header',
  required: true,
  description: 'When the body was signed, and its signature by the webhook secret',
  schema: { type: 'string', examples: ['t=1763712000,v1=5257a869…'] },
};

/** Read as the bytes that were signed, and understood only then. */
const signedBody: Operation['requestBody'] = {
  required: true,
  content: {
    'application/json': {
      schema: { type: 'object', description: "One of the provider's events" },
      example: { id: 'evt_1A2b3C4d5E', type: 'checkout.session.completed' },
    },
  },
};

const picture: JsonSchema = {
  type: 'string',
  format: 'binary',
  description: 'A JPEG, PNG, GIF or WebP picture of at most 5 MB',
};

function describeBody(body: z.ZodType, file: string | undefined, shapes: Shapes) {
  const schema = describeSchema(body, 'input', shapes);
  const example = composeExample(schema, shapes);
  const content: Record<string, Content> = { 'application/json': { schema, example } };
  if (file) {
    content['multipart/form-data'] = {
      schema: { ...schema, properties: { ...schema.properties, [file]: picture } },
      example,
      encoding: { [file]: { contentType: 'image/jpeg, image/png, image/gif, image/webp' } },
    };
  }
  return { required: !body.safeParse(undefined).success, content };
}

const titles: Record<string, string> = { 200: 'Done', 201: 'Made', 204: 'Done; the answer has no body' };

function describeSuccesses(spec: EndpointSpec, shapes: Shapes): Record<string, Answer> {
  const answers = Object.entries(spec.answers).map(([status, answer]): [string, Answer] => {
    const words = titles[status] ?? 'Done';
    if (!answer) return [status, { description: words }];
    if (isFile(answer)) {
      const schema: JsonSchema = { type: 'string', format: 'binary' };
      return [status, { description: answer.description, content: { [answer.file]: { schema } } }];
    }
    const schema = describeSchema(answer, 'output', shapes);
    const example = composeExample(schema, shapes);
    return [status, { description: words, content: { 'application/json': { schema, example } } }];
  });
  return Object.fromEntries(answers);
}
