import { expect, it } from 'vitest';
import { judge } from './structure/judge-tree.ts';

it('finds nothing to say about a tree that keeps every rule', () => {
  const faults = judge({
    'contract/src/index.ts': `export * from './events.ts';`,
    'contract/src/events.ts': `import { z } from 'zod';\nexport const event = z.object({});`,
    'server/src/main.ts': `import './features/all-jobs.ts';\nexport const env = process.env;\nexport const demo = () => import('@foyer/demo/demo-world.ts');`,
    'server/src/features/all-jobs.ts': `import './auth/auth.jobs.ts';`,
    'server/src/config.ts': `export const readConfig = (env: object) => env;`,
    'server/src/app.ts': `import './features/payments/payments.routes.ts';`,
    'server/src/http/route.ts': `import type { z } from 'zod';\nexport type Schema = z.ZodType;`,
    'demo/src/demo-world.ts': `import '@foyer/server/features/events/events.service.ts';`,
    'demo/src/world/world.test.ts': '',
    'demo/test/demo-world.test.ts': '',
    'server/src/db/migrations/0001-foyer.sql': '',
    'server/src/payments/stripe.ts': `import Stripe from 'stripe';\nexport const s = Stripe;`,
    'server/src/payments/connect.ts': `import type { P } from '@foyer/payment-sandbox/payment-sandbox.ts';\nexport const load = (): Promise<P> => import('@foyer/payment-sandbox/payment-sandbox.ts');`,
    'payment-sandbox/migrations/0001-sandbox.sql': '',
    'payment-sandbox/src/payment-sandbox.ts': `import './objects/charge.ts';\nimport '@foyer/server/http/html.ts';`,
    'payment-sandbox/src/objects/charge.ts': `import type Stripe from 'stripe';\nexport type S = Stripe;`,
    'payment-sandbox/test/charges.test.ts': `import { Stripe } from 'stripe';\nimport '@foyer/server/db/connect.ts';\nStripe;`,
    'server/src/features/payments/ledger/disputes.test.ts': `import '@foyer/payment-sandbox/fault-switches.ts';`,
    'server/src/features/payments/payments.routes.ts': `import './payments.service.ts';`,
    'server/src/features/payments/payments.service.ts': `import '../events/events.seats.service.ts';`,
    'server/src/features/payments/refunds/refunds.test.ts': `import '../../app.ts';\nprocess.env.X;`,
    'server/src/features/events/events.seats.service.ts': `import './events.rules.ts';\nimport './events.queries.ts';`,
    'server/src/features/events/events.service.ts': `
      // insert into teams is only talk
      tx.updateTable('events').set({}); tx.deleteFrom('attendee_news'); tx.selectFrom('teams').forUpdate();
      sql\`update events set status = 'draft'\`; sql\`select id from users order by id for update of users\`;`,
    'server/src/features/teams/teams.changes.test.ts': `app.db.updateTable('users').set({});`,
    'server/src/http/throttle.ts': `db.deleteFrom('login_failures');`,
    'server/src/features/events/events.queries.ts': `import 'kysely';`,
    'server/src/features/events/events.rules.ts': `import { event } from '@foyer/contract/events.ts';\nevent;`,
    'server/src/features/events/events.test.ts': '',
    'web/src/paths.ts': `export const paths = { events: '/events' };\nexport const link = { to: '/events' };`,
    'web/src/ui/button.tsx': `import 'react';\nimport './button.css';`,
    'web/src/ui/button.css': '',
    'web/src/api/client.ts': `import type { event } from '@foyer/contract/events.ts';\nexport type E = typeof event;`,
    'web/src/layout/document.tsx': `export const icon = <link rel="icon" href="/favicon.svg" />;`,
    'web/src/features/events/events.api.ts': '',
    'web/src/features/events/browse/events-page.tsx': `// to="/events" and process.env are only talk\nimport '../../../ui/button.tsx';`,
    'web/src/features/events/form/event-form.tsx': `import { event } from '@foyer/contract/events.ts';\nevent;`,
    'web/src/features/events/use-event.ts': '',
    'e2e/attendees/main-job.spec.ts': '',
  });
  expect(faults).toEqual([]);
});

it('asks for topic folders when a folder holds more than 25 files', () => {
  const files = Array.from({ length: 26 }, (_, index) => [`web/src/ui/button-${index}.tsx`, '']);
  expect(judge(Object.fromEntries(files.slice(1)))).toEqual([]);
  expect(judge(Object.fromEntries(files))).toEqual([
    expect.stringMatching('^web/src/ui: 26 files, at most 25: group them by topic'),
  ]);
});

const long = 'export {};\n'.repeat(301);

it.each([
  ['a folder that no page draws', 'web/src/widgets/box.tsx', '', 'is not one of the folders'],
  ['a kind of file that a feature does not have', 'server/src/features/events/events.model.ts', '', '<name>'],
  [
    'a file named after another feature',
    'server/src/features/events/teams.service.ts',
    '',
    'A feature holds events.',
  ],
  [
    'a file without a kind in a topic folder',
    'server/src/features/payments/refunds/refunds.ts',
    '',
    'A topic folder of a feature holds',
  ],
  ['a browser story outside the groups', 'e2e/buyers/buy.spec.ts', '', 'is not one of the folders'],
  ['a topic inside a topic', 'web/src/features/events/form/parts/box.tsx', '', 'is not one of the folders'],
  ['an API file named after nothing', 'web/src/features/events/tickets.api.ts', '', 'events.api.ts'],
  ['a migration without a number', 'server/src/db/migrations/codes.sql', '', 'numbered plain SQL'],
  ['a folder that the sandbox does not have', 'payment-sandbox/src/mail/mail.ts', '', 'is not one of the'],
  ['a migration of the sandbox without a number', 'payment-sandbox/migrations/a.sql', '', '0002-payouts.sql'],
  ['a folder that the demo world does not have', 'demo/src/mail/mail.ts', '', 'is not one of the folders'],
  ['capitals in a name', 'web/src/ui/Button.tsx', '', 'kebab-case'],
  ['a subject folder in the contract', 'contract/src/events/list.ts', '', 'is not one of the folders'],
  ['a dotted name in the contract', 'contract/src/events.list.ts', '', 'one flat file per subject'],
  ['an unsorted folder of test material', 'server/test/events/free/a.ts', '', 'is not one of the folders'],
  ['a name that says nothing', 'web/src/api/utils.ts', '', '"utils" says nothing'],
  [
    'a folder name that says nothing',
    'web/src/features/events/helpers/log-in.ts',
    '',
    '"helpers" says nothing',
  ],
  ['a barrel', 'web/src/ui/index.ts', '', 'A barrel hides'],
  ['a file that grew too long', 'server/src/http/route.ts', long, '301 lines, at most 300'],
])('refuses %s', (_, path, text, message) => {
  expect(judge({ [path]: text })).toEqual([
    expect.stringContaining(message.replace('<name>', 'events.{routes')),
  ]);
});

it.each([
  [
    'the web that imports the server',
    'web/src/router.tsx',
    '../../server/src/config.ts',
    'only through the contract',
  ],
  [
    'the web that imports the server by name',
    'web/src/router.tsx',
    '@foyer/server/config.ts',
    'only through the',
  ],
  [
    'the server that imports the web',
    'server/src/app.ts',
    '../../web/src/paths.ts',
    'only through the contract',
  ],
  ['a contract with a library', 'contract/src/events.ts', 'fastify', 'The contract is plain data'],
  ['a contract that reads files', 'contract/src/events.ts', 'node:fs', 'The contract is plain data'],
  ['a schema in the server', 'server/src/http/route.ts', 'zod', 'Schemas live in the contract'],
  [
    'the Stripe SDK in a feature',
    'server/src/features/payments/payments.service.ts',
    'stripe',
    'deps.payments',
  ],
  ['the Stripe SDK in the sandbox', 'payment-sandbox/src/objects/charge.ts', 'stripe', 'only its types'],
  [
    'a sandbox that knows the product',
    'payment-sandbox/src/payment-sandbox.ts',
    '@foyer/server/db/connect.ts',
    'pass in what it needs',
  ],
  [
    'a demo world that knows the sandbox',
    'demo/src/demo-world.ts',
    '@foyer/payment-sandbox/payment-sandbox.ts',
    'through the functions of the server',
  ],
  [
    'a part that knows a feature',
    'server/src/jobs/jobs.ts',
    '../features/auth/auth.service.ts',
    'never the reverse',
  ],
  [
    'config that knows a feature',
    'server/src/config.ts',
    './features/auth/auth.service.ts',
    'never the reverse',
  ],
  [
    'a call upward',
    'server/src/features/events/events.service.ts',
    '../payments/payments.service.ts',
    'call downward',
  ],
  [
    'a read upward',
    'server/src/features/users/users.service.ts',
    '../teams/teams.queries.ts',
    'call downward',
  ],
  [
    'a feature without a place',
    'server/src/features/codes/codes.service.ts',
    '../events/events.queries.ts',
    'no place',
  ],
  [
    'routes called from elsewhere',
    'server/src/features/auth/auth.service.ts',
    '../users/users.routes.ts',
    'HTTP only',
  ],
  [
    'a query that calls its service',
    'server/src/features/users/users.queries.ts',
    './users.service.ts',
    'is SQL and',
  ],
  [
    'a rule that reads',
    'server/src/features/events/events.rules.ts',
    './events.queries.ts',
    'are pure functions',
  ],
  [
    'a job that does its own work',
    'server/src/features/events/events.jobs.ts',
    './events.service.ts',
    'A job only schedules',
  ],
  ['a policy with SQL', 'server/src/features/events/events.policy.ts', 'kysely', 'are pure functions'],
  [
    'a page with a schema',
    'web/src/features/events/browse/events-page.tsx',
    '@foyer/contract/events.ts',
    'import type',
  ],
  ['ui that knows a feature', 'web/src/ui/card.tsx', '../features/events/event-card.tsx', 'ui knows nothing'],
  ['ui that knows the router', 'web/src/ui/card.tsx', '@tanstack/react-router', 'ui knows nothing'],
  ['ui that knows the API', 'web/src/ui/card.tsx', '../api/client.ts', 'ui knows nothing'],
  [
    'a web feature that imports a higher one',
    'web/src/features/tickets/ticket-card.tsx',
    '../events/events.api.ts',
    'tickets may not import events',
  ],
  [
    'a web feature without a place',
    'web/src/features/codes/code-form.tsx',
    '../events/events.api.ts',
    '"codes" has no place',
  ],
  [
    'layout that knows a feature',
    'web/src/layout/shell.tsx',
    '../features/users/users.api.ts',
    'Features build on format and layout',
  ],
  ['an API client that knows a piece', 'web/src/api/client.ts', '../layout/shell.tsx', 'api is below'],
])('refuses %s', (_, path, imported, message) => {
  const asImport = judge({ [path]: `import { x } from '${imported}';\nx;\n` });
  const asExport = judge({ [path]: `export { x } from '${imported}';\n` });
  const asCall = judge({ [path]: `export const x = () => import('${imported}');\n` });
  const expected = [expect.stringContaining(message)];
  expect([asImport, asExport, asCall]).toEqual([expected, expected, expected]);
});

it.each([
  [
    'a feature that knows the sandbox',
    'server/src/features/payments/payments.service.ts',
    '@foyer/payment-sandbox/payment-sandbox.ts',
    'deps.payments',
  ],
  [
    'a feature that knows the demo world',
    'server/src/features/events/events.service.ts',
    '@foyer/demo/demo-world.ts',
    'only server/src/main.ts',
  ],
])('refuses %s, also when it is loaded late', (_, path, imported, message) => {
  const late = judge({ [path]: `export const x = () => import('${imported}');\n` });
  expect(late).toEqual([expect.stringContaining(message)]);
});

it.each([
  ['server/src/payments/connect.ts', '@foyer/payment-sandbox/payment-sandbox.ts'],
  ['server/src/main.ts', '@foyer/demo/demo-world.ts'],
])('refuses %s that always loads %s', (path, imported) => {
  const early = judge({ [path]: `import { x } from '${imported}';\nx;\n` });
  expect(early).toEqual([expect.stringContaining('await import()')]);
});

it('knows a type from a value, also in an import() type', () => {
  const path = 'web/src/features/events/browse/events-page.tsx';
  expect(
    judge({ [path]: `import type { e } from '@foyer/contract/events.ts';\nexport type E = typeof e;` }),
  ).toEqual([]);
  expect(judge({ [path]: `export type E = import('@foyer/contract/events.ts').E;` })).toEqual([]);
  expect(
    judge({ [path]: `import { type E } from '@foyer/contract/events.ts';\nexport type F = E;` }),
  ).toHaveLength(1);
});

it.each([
  [
    'a setting read outside config',
    'server/src/http/route.ts',
    'export const x = process.env.PORT;',
    'server/src/config.ts',
  ],
  [
    'an address in a link',
    'web/src/layout/header/header.tsx',
    'export const x = <Link to="/events" />;',
    'web/src/paths.ts',
  ],
  [
    'an address in a template',
    'web/src/layout/header/header.tsx',
    'export const x = <a href={`/events/${1}`} />;',
    'paths.ts',
  ],
  [
    'an address in a navigation',
    'web/src/layout/header/header.tsx',
    `export const x = { to: '/events' };`,
    'web/src/paths.ts',
  ],
])('refuses %s, and names the line', (_, path, text, message) => {
  expect(judge({ [path]: `\n${text}\n` })).toEqual([
    expect.stringMatching(new RegExp(`^${path}:2 .*${message}`)),
  ]);
});
