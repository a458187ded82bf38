import { describe, expect, it } from 'vitest';
import { judge } from './judge-tree.ts';

describe('the structure check', () => {
  it.each([
    [
      'the web when it imports the server by path',
      'web/src/router.tsx',
      '../../server/src/config.ts',
      'only through the contract',
    ],
    [
      'the web when it imports the server by package name',
      'web/src/router.tsx',
      '@foyer/server/config.ts',
      'only through the',
    ],
    [
      'the server when it imports the web',
      'server/src/app.ts',
      '../../web/src/paths.ts',
      'only through the contract',
    ],
    ['a contract that imports a library', 'contract/src/events.ts', 'fastify', 'The contract is plain data'],
    ['a contract that imports node:fs', 'contract/src/events.ts', 'node:fs', 'The contract is plain data'],
    ['the server that imports zod', 'server/src/http/route.ts', 'zod', 'Schemas live in the contract'],
    [
      'a feature that imports the Stripe SDK',
      'server/src/features/payments/payments.service.ts',
      'stripe',
      'deps.payments',
    ],
    [
      'the payment sandbox when it imports the Stripe SDK',
      'payment-sandbox/src/objects/charge.ts',
      'stripe',
      'only its types',
    ],
    [
      'the payment sandbox when it imports the product',
      'payment-sandbox/src/payment-sandbox.ts',
      '@foyer/server/db/connect.ts',
      'pass in what it needs',
    ],
    [
      'the demo world when it imports the payment sandbox',
      'demo/src/demo-world.ts',
      '@foyer/payment-sandbox/payment-sandbox.ts',
      'through the functions of the server',
    ],
    [
      'a server part that imports a feature',
      'server/src/jobs/jobs.ts',
      '../features/auth/auth.service.ts',
      'never the reverse',
    ],
    [
      'config.ts when it imports a feature',
      'server/src/config.ts',
      './features/auth/auth.service.ts',
      'never the reverse',
    ],
    [
      'a feature that imports a service of a higher feature',
      'server/src/features/events/events.service.ts',
      '../payments/payments.service.ts',
      'import only downward',
    ],
    [
      'a feature that imports queries of a higher feature',
      'server/src/features/users/users.service.ts',
      '../teams/teams.queries.ts',
      'import only downward',
    ],
    [
      'a server feature that is missing in the list of features',
      'server/src/features/codes/codes.service.ts',
      '../events/events.queries.ts',
      'no place',
    ],
    [
      'a service that imports routes',
      'server/src/features/auth/auth.service.ts',
      '../users/users.routes.ts',
      'HTTP only',
    ],
    [
      'a query that imports its service',
      'server/src/features/users/users.queries.ts',
      './users.service.ts',
      'is SQL and',
    ],
    [
      'rules that import queries',
      'server/src/features/events/events.rules.ts',
      './events.queries.ts',
      'are pure functions',
    ],
    [
      'a job that imports a service',
      'server/src/features/events/events.jobs.ts',
      './events.service.ts',
      'A job only schedules',
    ],
    [
      'a policy that imports SQL',
      'server/src/features/events/events.policy.ts',
      'kysely',
      'are pure functions',
    ],
    [
      'a page that imports a schema',
      'web/src/features/events/browse/events-page.tsx',
      '@foyer/contract/events.ts',
      'import type',
    ],
    [
      'a file of contract/src/text that imports zod',
      'contract/src/text/short-code.ts',
      'zod',
      'only pure functions',
    ],
    [
      'a file of contract/src/text that imports another file of the contract',
      'contract/src/text/short-code.ts',
      '../fields.ts',
      'only pure functions',
    ],
    [
      'a file of ui that imports a feature',
      'web/src/ui/card.tsx',
      '../features/events/event-card.tsx',
      'ui knows nothing',
    ],
    [
      'a file of ui that imports the router',
      'web/src/ui/card.tsx',
      '@tanstack/react-router',
      'ui knows nothing',
    ],
    ['a file of ui that imports the API', 'web/src/ui/card.tsx', '../api/client.ts', 'ui knows nothing'],
    [
      'a web feature that imports a higher web feature',
      'web/src/features/tickets/ticket-card.tsx',
      '../events/events.api.ts',
      'tickets may not import events',
    ],
    [
      'a web feature that is missing in the list of features',
      'web/src/features/codes/code-form.tsx',
      '../events/events.api.ts',
      '"codes" has no place',
    ],
    [
      'a file of layout that imports a feature',
      'web/src/layout/shell.tsx',
      '../features/users/users.api.ts',
      'Features build on format and layout',
    ],
    [
      'the API client that imports a component',
      'web/src/api/client.ts',
      '../layout/shell.tsx',
      'api is below',
    ],
  ])('refuses %s', (_, path, imported, message) => {
    const asImport = judge({ [path]: `import { x } from '${imported}';\nx;\n` });
    const asExport = judge({ [path]: `export { x } from '${imported}';\n` });
    const asCall = judge({ [path]: `export const x = () => import('${imported}');\n` });
    const expected = [expect.stringContaining(message)];
    expect([asImport, asExport, asCall]).toEqual([expected, expected, expected]);
  });

  it.each([
    [
      'a feature that imports the payment sandbox',
      'server/src/features/payments/payments.service.ts',
      '@foyer/payment-sandbox/payment-sandbox.ts',
      'deps.payments',
    ],
    [
      'a feature that imports the demo world',
      'server/src/features/events/events.service.ts',
      '@foyer/demo/demo-world.ts',
      'only server/src/main.ts',
    ],
  ])('refuses %s with a dynamic import()', (_, path, imported, message) => {
    const late = judge({ [path]: `export const x = () => import('${imported}');\n` });
    expect(late).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    ['server/src/payments/connect.ts', '@foyer/payment-sandbox/payment-sandbox.ts'],
    ['server/src/main.ts', '@foyer/demo/demo-world.ts'],
  ])('refuses the file %s when the file loads %s without await import()', (path, imported) => {
    const early = judge({ [path]: `import { x } from '${imported}';\nx;\n` });
    expect(early).toEqual([expect.stringContaining('await import()')]);
  });

  it('lets a page import a function about texts from the contract', () => {
    const path = 'web/src/features/tickets/printed-code.tsx';
    const text = `import { f } from '@foyer/contract/text/short-code.ts';\nexport const g = f;`;
    expect(judge({ [path]: text })).toEqual([]);
  });

  it('lets a page import a schema with `import type` or an import() type, but not with `import { type }`', () => {
    const path = 'web/src/features/events/browse/events-page.tsx';
    expect(
      judge({ [path]: `import type { e } from '@foyer/contract/events.ts';\nexport type E = typeof e;` }),
    ).toEqual([]);
    expect(judge({ [path]: `export type E = import('@foyer/contract/events.ts').E;` })).toEqual([]);
    expect(
      judge({ [path]: `import { type E } from '@foyer/contract/events.ts';\nexport type F = E;` }),
    ).toHaveLength(1);
  });
});
