import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;

/** Only modules that at least three pages need. A part that a page loads later counts like a page. */
const shared = { minShareCount: 3 };

/** Matches modules by their paths below `web/src`, without `.ts` or `.tsx`. */
function modules(...paths: string[]): RegExp {
  return new RegExp(`/web/src/(${paths.join('|')})\\.tsx?$`);
}

function icons(...names: string[]): RegExp {
  return new RegExp(`/lucide-react/dist/esm/icons/(${names.join('|')})\\.`);
}

function group(name: string, ...patterns: RegExp[]): Group {
  return { name, test: (module) => patterns.some((pattern) => pattern.test(module)) };
}

/** What every page needs, and the cards and fields that nearly every page shows. */
const forAllPages: Group[] = [
  group('libraries', /\/node_modules\/(react|react-dom|scheduler|use-sync-external-store|@tanstack)\//),
  { name: 'entry-client', tags: ['$initial'] },
  group(
    'cards',
    modules('features/events/event-image', 'ui/(date-tile|empty-state|forms/field)', 'format/(dates|money)'),
    /\/contract\/src\/text\/(formatters|picture-address|plain-description|money)\.ts$/,
  ),
];

/**
 * What public pages share. These pages must load fast on a phone, so a group contains only what nearly all of its pages
 * need. e2e/site/first-view.spec.ts limits what these pages load.
 */
const forPublicPages: Group[] = [
  group('on-now', modules('features/events/(on-now|browse/listed-by-end)')),
  group('small-cards', modules('features/events/(small-card|shown-event|events\\.next\\.api)')),
  group(
    'event-parts',
    icons('clock', 'map-pin', 'users', 'chevron-left', 'chevron-right'),
    modules(
      'ui/badge',
      'features/registrations/(registrations\\.api|use-my-registration)',
      'features/events/(host-link|contact-link|page/event-action|saved/saved-event)',
    ),
  ),
  group(
    'event-icons',
    icons('arrow-left', 'calendar-plus', 'check', 'download', 'mail', 'minus', 'plus', 'share-2'),
  ),
  group(
    'lists',
    modules(
      'ui/(lists/(chips|pagination|page-steps)|forms/search-box)',
      'layout/use-search-text',
      'features/events/browse/subscribe-links',
    ),
  ),
  group(
    'event-page-parts',
    modules('features/payments/(checkout-marks|known-orders)', 'layout/use-event-key', 'ui/ticket-stub'),
  ),
  group(
    'choice',
    modules(
      'features/events/choice/(ticket-choice|use-ticket-choice)',
      'features/orders/(order-summary|orders\\.api|hold/use-hold)',
      'features/payments/leave-page',
    ),
  ),
  group(
    'event-extras',
    modules(
      'features/events/(calendar/(use-share|event-calendar|use-calendar)|choice/open-order)',
      'features/tickets/(event-words|tickets\\.api)',
      'features/payments/(payment-toasts|use-unpaid-checkout)',
      'layout/use-copy',
      'ui/(bottom-bar|forms/stepper)',
    ),
  ),
];

/** What forms share. The library for field rules is as large as several pages, so it is apart. */
const forForms: Group[] = [
  group('forms', /\/node_modules\/react-hook-form\//, modules('api/field-errors', 'ui/forms/needs-scripts')),
  group('schemas', /\/node_modules\/(zod|@hookform\/resolvers)\/|\/contract\/src\/(?!text\/)/),
  group(
    'form-parts',
    modules(
      'ui/forms/(checkbox|password-input|form-buttons|radio-cards|write-form|folded-fields|money-input)',
      'layout/new-password-field',
    ),
  ),
];

/**
 * What the pages of users who are signed in share. Without these groups, such a page would load up to 70 files, half of
 * them smaller than 2 kB.
 */
const forUsers: Group[] = [
  group(
    'notices',
    modules('ui/(card|notice|states)', 'layout/(notice-card|guards)', 'features/users/breakable-name'),
  ),
  group('dialogs', modules('ui/overlays/(dialog|confirm-dialog)')),
  // Takes the library of menus too.
  group('menus', modules('layout/header/account-menu')),
  { ...group('icons', icons('.*')), ...shared },
  {
    ...group('page-parts', modules('(ui|layout|api|format)/(?!overlays/|forms/switch|sidebar/).*')),
    ...shared,
  },
  { ...group('overlays', modules('ui/(overlays/.*|forms/switch)', 'layout/sidebar/.*')), ...shared },
];

const feature = /\/web\/src\/features\/([^/]+)\/(?!(form|types|picture|changes|series)\/)/;

/** What several pages share of one feature. */
const forFeatures: Group[] = [
  // Before the form of events is grouped: otherwise its group would take what it shares with other pages.
  {
    name: (module) => `${feature.exec(module)?.[1]}-feature`,
    test: feature,
    ...shared,
  },
  {
    ...group('event-form', modules('features/events/(form|types|picture|changes|series)/.*')),
    minShareCount: 2,
  },
];

/**
 * Which modules the build puts into one file. The first group that matches a module takes it, together with all modules
 * that it imports and that no earlier group has. So the order matters: a group that imports another one comes after it.
 * Without groups, each set of pages that shares a module would get a file for it, and pages would load many tiny files.
 */
export const codeGroups: Group[] = [
  ...forAllPages,
  ...forPublicPages,
  ...forForms,
  ...forUsers,
  ...forFeatures,
];
