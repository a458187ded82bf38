import { lineOf } from './sources.mjs';

/** @import { Fault, Source } from './sources.mjs' */

/** @type {{ where: (path: string) => boolean, pattern: RegExp, teaches: string }[]} */
const rules = [
  {
    where: (path) =>
      /^(server|payment-sandbox|demo|web|contract)\/src\//.test(path) &&
      !/^server\/src\/(config|main|[a-z]+-command)\.ts$/.test(path) &&
      // This file passes the environment on to the programs of PostgreSQL.
      path !== 'server/src/backup/postgres-programs.ts' &&
      !/\.test\.tsx?$/.test(path),
    pattern: /\bprocess\.env\b/g,
    teaches:
      'Settings are read and checked once, at start: add this one to server/src/config.ts and take it from `config`.',
  },
  {
    where: (path) =>
      path.startsWith('server/src/') && path !== 'server/src/mail/send-once.ts' && !path.endsWith('.test.ts'),
    pattern: /\bmail\.send\(/g,
    teaches:
      'Whether a mail may go to an address is decided in one place: send it with sendOnce of server/src/mail/send-once.ts.',
  },
  {
    where: (path) =>
      path.startsWith('web/src/') && path !== 'web/src/paths.ts' && !/\.test\.tsx?$/.test(path),
    // Finds links to pages. A path that ends like a file name, such as /favicon.svg, does not belong to a page.
    pattern: /\b(?:to|href)\s*[=:]\s*\{?\s*(['"`])\/(?![^'"`]*\.[a-z0-9]+\1)/g,
    teaches:
      'All addresses stand in web/src/paths.ts, so that one can change without broken links: add this one there and link to `paths.…`.',
  },
  {
    where: (path) => path.startsWith('e2e/'),
    pattern: /\btimes: \d/g,
    teaches:
      'Playwright removes this route after its request, and another request that starts at that moment can hang: use routeOnce of e2e/routes.ts.',
  },
  {
    where: (path) => /\.test\.tsx?$/.test(path),
    // Finds tests outside a `describe`, which start at the beginning of a line.
    pattern: /^(?:it|test)\b/gm,
    teaches:
      "Write describe('a ticket', …) around this test: readers see only the two titles, and together these must be one sentence with a subject, such as “a ticket › is checked in once”.",
  },
];

/**
 * @param {Source[]} sources
 * @returns {Fault[]}
 */
export function findTextFaults(sources) {
  return sources.flatMap(({ path, code }) =>
    rules.flatMap(({ where, pattern, teaches }) =>
      where(path)
        ? [...code.matchAll(pattern)].map(({ index }) => ({
            path,
            line: lineOf(code, index),
            message: teaches,
          }))
        : [],
    ),
  );
}
