import { describe, expect, it } from 'vitest';
import { judge } from './structure/judge-tree.ts';

describe('the structure check', () => {
  it('accepts files that follow every rule', () => {
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
      'server/src/http/limits.ts': `db.deleteFrom('limit_counts');`,
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
      expect.stringMatching(
        '^web/src/ui: 26 files, at most 25, because longer lists hide files: group them by topic',
      ),
    ]);
  });

  const long = 'export {};\n'.repeat(301);

  it.each([
    ['an unknown folder', 'web/src/widgets/box.tsx', '', 'is not a folder that we know'],
    ['an unknown kind of file in a feature', 'server/src/features/events/events.model.ts', '', '<name>'],
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
    ['a browser story outside the groups', 'e2e/buyers/buy.spec.ts', '', 'is not a folder that we know'],
    [
      'a topic folder inside a topic folder',
      'web/src/features/events/form/parts/box.tsx',
      '',
      'is not a folder that we know',
    ],
    [
      'an API file named after another feature',
      'web/src/features/events/tickets.api.ts',
      '',
      'events.api.ts',
    ],
    ['a migration without a number', 'server/src/db/migrations/codes.sql', '', 'numbered plain SQL'],
    ['an unknown folder in the payment sandbox', 'payment-sandbox/src/mail/mail.ts', '', 'is not a folder'],
    [
      'a migration of the payment sandbox without a number',
      'payment-sandbox/migrations/a.sql',
      '',
      '0002-payouts.sql',
    ],
    ['an unknown folder in the demo world', 'demo/src/mail/mail.ts', '', 'is not a folder that we know'],
    ['a file name with capital letters', 'web/src/ui/Button.tsx', '', 'kebab-case'],
    ['a folder in the contract', 'contract/src/events/list.ts', '', 'is not a folder that we know'],
    [
      'a file name with an extra dot in the contract',
      'contract/src/events.list.ts',
      '',
      'one flat file per subject',
    ],
    [
      'a folder inside a folder of server/test',
      'server/test/events/free/a.ts',
      '',
      'is not a folder that we know',
    ],
    ['a file name that says nothing about its content', 'web/src/api/utils.ts', '', '"utils" says nothing'],
    [
      'a folder name that says nothing about its content',
      'web/src/features/events/helpers/log-in.ts',
      '',
      '"helpers" says nothing',
    ],
    ['an index file that only exports other files', 'web/src/ui/index.ts', '', 'A barrel hides'],
    ['a file with too many lines', 'server/src/http/route.ts', long, '301 lines, at most 300'],
  ])('refuses %s', (_, path, text, message) => {
    expect(judge({ [path]: text })).toEqual([
      expect.stringContaining(message.replace('<name>', 'events.{routes')),
    ]);
  });

  it.each([
    [
      'a file other than config.ts that reads a setting',
      'server/src/http/route.ts',
      'export const x = process.env.PORT;',
      'server/src/config.ts',
    ],
    [
      'a mail that is sent without sendOnce',
      'server/src/features/users/users.service.ts',
      'await deps.mail.send(message, id);',
      'sendOnce',
    ],
    [
      'a page address written out in a link',
      'web/src/layout/header/header.tsx',
      'export const x = <Link to="/events" />;',
      'web/src/paths.ts',
    ],
    [
      'a page address written out in a template string',
      'web/src/layout/header/header.tsx',
      'export const x = <a href={`/events/${1}`} />;',
      'paths.ts',
    ],
    [
      'a page address written out in a navigation',
      'web/src/layout/header/header.tsx',
      `export const x = { to: '/events' };`,
      'web/src/paths.ts',
    ],
    [
      'a story that removes a route after one request',
      'e2e/visitors/events.spec.ts',
      `await page.route('**/api/events', (route) => route.abort(), { times: 1 });`,
      'routeOnce',
    ],
    [
      'a test without a describe',
      'server/test/tickets.test.ts',
      `it('is checked in once', () => undefined);`,
      'one sentence with a subject',
    ],
  ])('refuses %s and reports the line', (_, path, text, message) => {
    expect(judge({ [path]: `\n${text}\n` })).toEqual([
      expect.stringMatching(new RegExp(`^${path}:2 .*${message}`)),
    ]);
  });
});
