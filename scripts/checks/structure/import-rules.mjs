/** @import { Fault, Import, Source } from './sources.mjs' */

// The features of the server, which import only features below them in this list. Add each new feature here.
const featureOrder = [
  'admin',
  'metrics',
  'pages',
  'outbox',
  'mail-stops',
  'auth',
  'accounts',
  'desk',
  'follows',
  'messages',
  'payments',
  'orders',
  'tickets',
  'events',
  'teams',
  'users',
];

// The features of the web. A feature may import the features below it, so pages that combine features come first.
const webFeatureOrder = [
  'gallery',
  'landing',
  'admin',
  'attendees',
  'door',
  'dashboard',
  'profile',
  'orders',
  'events',
  'payments',
  'registrations',
  'tickets',
  'teams',
  'users',
  'auth',
  'support',
];

/**
 * Judges one import. Returns null if it is allowed, and otherwise what is wrong with it and what to do instead.
 * @typedef {(from: string, imported: Import) => string | null} Rule
 */

/** The one text of the contract that a library reads. @param {string} from @param {string} target */
const isDescription = (from, target) =>
  from.endsWith('/formatted-description.ts') && target === 'markdown-it';

/** @type {Rule[]} */
const rules = [
  (from, { target }) =>
    (within(from, 'web/src') && within(target, 'server')) ||
    (within(from, 'server/src') && within(target, 'web'))
      ? 'The web and the server know each other only through the contract, because they run apart: put what both need there.'
      : null,

  (from, { target }) =>
    within(from, 'contract/src') &&
    !isTest(from) &&
    !within(target, 'contract/src') &&
    target !== 'zod' &&
    !isDescription(from, target)
      ? 'The contract is plain data: it imports zod and its own files, nothing else.'
      : null,

  (from, { target, isType }) =>
    target === 'zod' && !isType && !within(from, 'contract')
      ? 'Schemas live in the contract: write this one there and import it.'
      : null,

  (from, { target, isType }) => {
    if (target !== 'stripe' || !within(from, 'server/src') || isTest(from)) return null;
    if (from === 'server/src/payments/stripe.ts') return null;
    if (isType && within(from, 'server/src/payments')) return null;
    return 'Only server/src/payments/stripe.ts knows the Stripe SDK: ask it through deps.payments.';
  },

  (from, { target }) =>
    isServerPart(from) && within(target, 'server/src/features')
      ? 'Features build on the parts of the server, never the reverse: pass in what this part needs, or move it into the feature. Only main.ts, app.ts and the commands know features.'
      : null,

  (from, { target, isType }) =>
    within(from, 'payment-sandbox/src') && target === 'stripe' && !isType
      ? 'The sandbox answers the Stripe SDK and never calls it: import only its types.'
      : null,

  (from, { target }) =>
    isProduct(from) && within(target, 'payment-sandbox') && from !== 'server/src/payments/connect.ts'
      ? 'The product does not know which provider it talks to: only server/src/payments/connect.ts knows the sandbox. Ask the provider through deps.payments.'
      : null,

  (from, { target, isCall, isType }) =>
    isProduct(from) && isAid(target) && !isCall && !isType
      ? 'A production server must not load the sandbox or the demo world: use `await import()` where the settings ask for it.'
      : null,

  (from, { target }) =>
    isProduct(from) && within(target, 'demo') && from !== 'server/src/main.ts'
      ? 'The product knows nothing of the demo world: only server/src/main.ts starts it.'
      : null,

  (from, { target }) =>
    within(from, 'payment-sandbox/src') &&
    isOurs(target) &&
    !within(target, 'payment-sandbox/src') &&
    target !== 'server/src/http/html.ts'
      ? 'The sandbox replaces a foreign service, so of the product it uses only server/src/http/html.ts: let server/src/payments/connect.ts pass in what it needs.'
      : null,

  (from, { target }) =>
    within(from, 'demo/src') && isOurs(target) && !/^(demo|server|contract)\/src\//.test(target)
      ? 'The demo world fills the database through the functions of the server: import those.'
      : null,

  (from, { target }) => {
    const [own, other] = [featureOf(from), featureOf(target)];
    if (!own || !other || isTest(from)) return null;
    return judgeOrder(
      featureOrder,
      own,
      other,
      "Read the other's table with SQL of your own, or let the caller join the two.",
    );
  },

  (from, { target }) => {
    const [own, other] = [webFeatureOf(from), webFeatureOf(target)];
    if (!own || !other || isTest(from)) return null;
    return judgeOrder(
      webFeatureOrder,
      own,
      other,
      'Move the shared piece down, to format/, ui/, layout/, api/ or a lower feature, or let a higher feature join the two.',
    );
  },

  (from, { target }) =>
    /^web\/src\/(format|layout)\//.test(from) && webFeatureOf(target) && !isTest(from)
      ? 'Features build on format and layout, never the reverse: pass in what this file needs, or move it down.'
      : null,

  (from, { target }) =>
    kindOf(target) === 'routes' && !isComposer(from) && !isTest(from)
      ? 'Routes are HTTP only, and only app.ts registers them: call the service or the query behind them.'
      : null,

  (from, { target, isType }) =>
    kindOf(from) === 'queries' && ['service', 'routes', 'jobs', 'emails'].includes(kindOf(target)) && !isType
      ? 'A query is SQL and calls nothing above it: move this into the service.'
      : null,

  (from, { target }) =>
    kindOf(from) === 'jobs' && target !== 'server/src/jobs/jobs.ts'
      ? 'A job only schedules: declare its name and data here, put its work into a service, and join the two in server/src/features/all-jobs.ts.'
      : null,

  (from, { target, isType }) =>
    ['rules', 'policy'].includes(kindOf(from)) && !isType && !isPure(target)
      ? 'Rules and policies are pure functions: load what they judge in the service and pass it in.'
      : null,

  (from, { target, isType }) =>
    within(from, 'web/src') &&
    within(target, 'contract/src') &&
    !isType &&
    !mayUseSchemas(from) &&
    !isText(target)
      ? 'Schemas weigh on every page that imports them: write `import type`, or move this into a *-form.tsx or *.schema.ts, which load when needed. Pages may import values only from contract/src/text, which has no schemas.'
      : null,

  (from, { target, isType }) =>
    isText(from) && !isTest(from) && !isType && !isText(target) && !isDescription(from, target)
      ? 'Pages import contract/src/text, so it has only pure functions: no zod, and no other file of the contract.'
      : null,

  (from, { target }) =>
    within(from, 'web/src/ui') &&
    !within(target, 'web/src/ui') &&
    (isOurs(target) || target.startsWith('@tanstack/'))
      ? 'ui knows nothing of events, router or API: take what it shows as props.'
      : null,

  (from, { target }) =>
    within(from, 'web/src/api') &&
    isOurs(target) &&
    !/^(web\/src\/(api|format)|web\/src\/[^/]+$|contract)/.test(target)
      ? 'api is below pages and pieces: let the feature call it and pass what it needs.'
      : null,
];

/**
 * @param {Source[]} sources
 * @returns {Fault[]}
 */
export function findImportFaults(sources) {
  return sources.flatMap(({ path, imports }) =>
    imports.flatMap((imported) =>
      rules.flatMap((rule) => {
        const message = rule(path, imported);
        return message ? [{ path, line: imported.line, message }] : [];
      }),
    ),
  );
}

/**
 * @param {string[]} order
 * @param {string} own
 * @param {string} other
 * @param {string} remedy
 * @returns {string | null}
 */
function judgeOrder(order, own, other, remedy) {
  if (own === other) return null;
  const drawn = order.join(' → ');
  for (const name of [own, other]) {
    if (!order.includes(name)) {
      return `"${name}" has no place in the order of features (${drawn}), so its imports cannot be judged: add it in scripts/checks/structure/import-rules.mjs.`;
    }
  }
  if (order.indexOf(own) < order.indexOf(other)) return null;
  return `${own} may not import ${other}: features import only downward, so that none depend on each other in a circle: ${drawn}. ${remedy}`;
}

// Tells whether the file has pure functions about texts, without schemas.
/** @param {string} path */
function isText(path) {
  return within(path, 'contract/src/text');
}

/** @param {string} path @param {string} folder */
function within(path, folder) {
  return path.startsWith(`${folder}/`);
}

/** @param {string} path */
function isOurs(path) {
  return /^(contract|demo|payment-sandbox|server|web)\//.test(path);
}

/** @param {string} path */
function isProduct(path) {
  return /^(contract|server|web)\/src\//.test(path) && !isTest(path);
}

// Tells whether the file belongs to a workspace that only development and tests need.
/** @param {string} path */
function isAid(path) {
  return within(path, 'payment-sandbox') || within(path, 'demo');
}

/** @param {string} path */
function isTest(path) {
  return /\.test\.tsx?$/.test(path);
}

/** @param {string} path */
function isServerPart(path) {
  if (!within(path, 'server/src') || isTest(path)) return false;
  return !isComposer(path) && !within(path, 'server/src/features');
}

// Tells whether the file connects the server's parts with the features. Such a file may import both.
/** @param {string} path */
function isComposer(path) {
  return /^server\/src\/(main|app|[a-z]+-command)\.ts$/.test(path);
}

/** @param {string} path */
function featureOf(path) {
  return /^server\/src\/features\/([^/]+)\//.exec(path)?.[1];
}

/** @param {string} path */
function webFeatureOf(path) {
  return /^web\/src\/features\/([^/]+)\//.exec(path)?.[1];
}

/** @param {string} path such as server/src/features/events/changes/pictures.service.ts, whose kind is `service` */
function kindOf(path) {
  return /^server\/src\/features\/.+\.([a-z]+)\.ts$/.exec(path)?.[1] ?? '';
}

/** @param {string} target */
function isPure(target) {
  if (within(target, 'contract/src') || target.startsWith('server/src/http/errors')) return true;
  if (featureOf(target)) return ['rules', 'policy'].includes(kindOf(target));
  return (
    !isOurs(target) && target !== 'kysely' && target !== 'pg' && !/^node:(fs|http|net|child)/.test(target)
  );
}

/** @param {string} path */
function mayUseSchemas(path) {
  return /(-form\.tsx|\.schema\.ts)$/.test(path) || isTest(path);
}
