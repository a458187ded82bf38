import type { z } from 'zod';
import * as accounts from '../accounts.ts';
import * as admin from '../admin.ts';
import * as accountLinks from '../account-links.ts';
import * as auth from '../auth.ts';
import { isFile, readsSession, type Access, type EndpointSpec } from '../endpoint.ts';
import * as eventCalendar from '../event-calendar.ts';
import * as eventChanges from '../event-changes.ts';
import * as events from '../events.ts';
import { endpoints } from '../index.ts';
import { describeErrorAnswer, describeRefusals } from './refusals.ts';
import {
  composeExample,
  describeSchema,
  type Answer,
  type Content,
  type JsonSchema,
  type Shapes,
} from './schemas.ts';
import * as mailStops from '../mail-stops.ts';
import * as invitations from '../invitations.ts';
import * as payments from '../payments.ts';
import * as registrations from '../registrations.ts';
import * as promoCodes from '../sales/promo-codes.ts';
import * as orderPayments from '../sales/order-payments.ts';
import * as afterSale from '../sales/after-sale.ts';
import * as orderCancellation from '../sales/order-cancellation.ts';
import * as orders from '../sales/orders.ts';
import * as desk from '../sales/desk.ts';
import * as door from '../sales/door.ts';
import * as guestList from '../sales/guest-list.ts';
import * as messages from '../sales/messages.ts';
import * as orderLists from '../sales/order-lists.ts';
import * as orderRefunds from '../sales/order-refunds.ts';
import * as heldTickets from '../sales/held-tickets.ts';
import * as teamMoney from '../sales/team-money.ts';
import * as ticketTypes from '../sales/ticket-types.ts';
import * as teams from '../teams.ts';
import * as tickets from '../tickets.ts';
import * as twoFactor from '../two-factor.ts';
import * as users from '../users.ts';

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

/** The parts of an OpenAPI 3.1 document that Foyer uses. */
export interface ApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Shapes; securitySchemes: Record<string, Record<string, string>> };
}

/** The tags of the documentation in the order of their display, each with its calls. */
const files: { name: string; description: string; calls: object }[] = [
  {
    name: 'Auth',
    description: 'Signing up, in and out, and staying signed in',
    calls: { ...auth, ...twoFactor },
  },
  {
    name: 'Mailed links',
    description: 'Verifying an address, and choosing a new password',
    calls: accountLinks,
  },
  {
    name: 'Events',
    description: 'Finding events and managing them',
    calls: { ...events, ...eventChanges, ...eventCalendar, ...ticketTypes, ...promoCodes, ...messages },
  },
  {
    name: 'Orders',
    description: 'Buying tickets, with or without an account',
    calls: {
      ...orders,
      ...afterSale,
      ...orderLists,
      ...guestList,
      ...orderPayments,
      ...orderCancellation,
      ...orderRefunds,
    },
  },
  { name: 'Registrations', description: 'Registering for an event and cancelling', calls: registrations },
  {
    name: 'Tickets',
    description: 'Tickets, and checking them in at the door',
    calls: { ...tickets, ...heldTickets, ...door },
  },
  { name: 'Payments', description: 'Card payments and refunds', calls: payments },
  {
    name: 'Teams',
    description: 'The people who organise events together',
    calls: { ...teams, ...invitations, ...desk, ...teamMoney },
  },
  { name: 'Users', description: 'Accounts and profiles', calls: { ...users, ...accounts } },
  {
    name: 'Mail',
    description: 'Following teams by mail, and stopping emails with the link in them',
    calls: mailStops,
  },
  { name: 'Admin', description: 'For site administrators', calls: admin },
];

const whoMay: Record<Access, string> = {
  any: 'For everybody; no sign-in needed.',
  user: 'For every signed-in user.',
  self: 'For the user concerned, and for site administrators.',
  team: 'For members of the team concerned, whatever their role, and for site administrators.',
  admin: 'For site administrators.',
  provider: 'For the payment provider, which signs its requests.',
};

const description = `Times are ISO 8601 in UTC, ids are positive integers, and money is in pounds.

**Signing in.** \`POST /auth/login\` gives two tokens. Send the access token with each call, as \`Authorization: Bearer …\`. It is valid for 15 minutes. On any 401 with the code \`invalid_token\`, exchange the refresh token for a new pair with \`POST /auth/refresh-token\` and repeat the call once. Keep only the newest refresh token. If an old one is used after its successor was used, the session ends, because somebody may have stolen it. A 401 with the code \`two_factor_required\` means that the password was right and the account has a second factor: send its \`challenge\` with a code to \`POST /auth/two-factor/log-in\` within five minutes.

**Errors** have one shape: a \`code\` for programs, a \`msg\` for people, and \`errors\` with one entry for each wrong field. Later versions may add fields, but never rename one. A 429 or 503 says in \`Retry-After\` how long to wait. A 429 comes after 10 wrong passwords for one account or 100 from one address within 15 minutes, or after adding or registering 30 other people within an hour.

**Lists** of events, and the administrators' lists, come in pages: \`page\` counts from 1, \`limit\` is 10 by default and 100 at most. The lists of users, teams and members are complete unless you ask for a page. \`q\` searches.

**Pictures** are sent as a file of a form (multipart/form-data) with the other fields as text: \`event_image\` of an event, \`profile_image\` of a user, \`picture\` of a team. They are JPEG, PNG, GIF or WebP of at most 5 MB. Foyer turns them upright, makes them smaller and stores them as WebP and AVIF. It cuts the picture of a user to a square.

**Events.** A draft is for its team. An event that is not public is on no list, but everybody who has its address can open it. When an event is cancelled, everybody who has a place gets a mail, and Foyer starts within a minute to refund all payments. It can be published again and then sells again, but refunds stay refunds. It can become a draft again only while nobody has a place.

**Buying a ticket.** \`POST /stripe/create-checkout-session\` holds a seat for about half an hour and answers with the address of a payment page. After paying, the page leads back to Foyer. Then call \`POST /stripe/sync-payment/{sessionId}\`, or wait until \`GET /stripe/payment-status/{sessionId}\` says \`hasBeenProcessed\`: the ticket is there. If a payment arrives too late and no seat is left, Foyer refunds it. Registering for a paid event without paying only holds the seat.

**Roles in a team.** A \`team_admin\` manages the team and refunds tickets. An \`event_manager\` creates events, sets their prices and promo codes, and issues tickets. \`owner\` and \`organizer\` see the attendees, write to them and check them in.`;

interface Facts {
  version: string;
  serverUrl: string;
}

/** Throws when a call belongs to no tag. */
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
  const { operationId, tag } = getName(spec);
  return {
    operationId,
    summary: spec.summary,
    description: spec.who ?? whoMay[spec.access],
    tags: [tag],
    security: describeSecurity(spec),
    parameters: [
      ...describeParameters(spec.params, 'path', shapes),
      ...describeParameters(spec.query, 'query', shapes),
      ...describeParameters(spec.headers, 'header', shapes),
      ...(spec.access === 'provider' ? [signature] : []),
    ],
    ...(spec.body && { requestBody: describeBody(spec.body, spec.file, shapes) }),
    ...(spec.access === 'provider' && { requestBody: signedBody }),
  };
}

/**
 * Finds the tag that contains the call, and the name under which the tag's file exports the call, such as
 * `createEvent`.
 */
function getName(spec: EndpointSpec) {
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
      // A caller may leave out a parameter with a default.
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

/** The server checks the signature of the raw bytes before it reads the JSON, so no schema validates this body. */
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

const titles: Record<string, string> = { 200: 'Done', 201: 'Created', 204: 'Done; the answer has no body' };

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
