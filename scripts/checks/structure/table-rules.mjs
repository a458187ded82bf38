import { lineOf } from './sources.mjs';

/** @import { Fault, Source } from './sources.mjs' */

/**
 * The owner of each table: a feature, or a file of a server part. Add each new table here.
 * @type {Readonly<Record<string, string>>}
 */
const owners = {
  users: 'users',
  teams: 'teams',
  team_members: 'teams',
  team_invitations: 'teams',
  events: 'events',
  removed_events: 'events',
  categories: 'events',
  attendee_news: 'events',
  messages: 'messages',
  message_readers: 'messages',
  automatic_mails: 'messages',
  team_followers: 'follows',
  announcements: 'follows',
  announced_events: 'follows',
  tickets: 'tickets',
  hold_sources: 'orders',
  ticket_transfers: 'tickets',
  door_links: 'tickets',
  door_scans: 'tickets',
  ticket_types: 'events',
  promo_codes: 'orders',
  promo_code_types: 'orders',
  promo_code_buyers: 'orders',
  buyer_counts: 'orders',
  orders: 'orders',
  payments: 'payments',
  refunds: 'payments',
  refund_tickets: 'payments',
  payment_customers: 'payments',
  webhook_events: 'payments',
  sessions: 'server/src/http/session-store.ts',
  refresh_tokens: 'server/src/http/session-store.ts',
  account_links: 'users',
  known_devices: 'users',
  login_turns: 'users',
  farewells: 'accounts',
  two_factors: 'auth',
  recovery_codes: 'auth',
  login_challenges: 'auth',
  limit_counts: 'server/src/http/limits.ts',
  audit_entries: 'server/src/db/audit.ts',
  data_checks: 'admin',
  pgboss: 'server/src/jobs/jobs.ts',
  sent_mails: 'server/src/mail/send-once.ts',
  held_mails: 'server/src/mail/held-mails.ts',
  mail_stops: 'server/src/mail/mail-stops.ts',
};

const writes = [
  /\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](?<table>\w+)/g,
  /\b(?:insert\s+into|delete\s+from|merge\s+into)\s+"?(?<table>\w+)/gi,
  // Finds `update events set …`. Without `set`, the pattern would also find `for update of events`, which only locks
  // rows.
  /\bupdate\s+(?:only\s+)?"?(?<table>\w+)"?(?:\s+(?:as\s+)?\w+)?\s+set\b/gi,
];

/**
 * Checks that in the server only the owner of a table writes to it. The demo world may write to every table
 * (docs/decisions/013).
 * @param {Source[]} sources
 * @returns {Fault[]}
 */
export function findTableFaults(sources) {
  return sources.flatMap(({ path, code }) => {
    if (!/^server\/src\/.+\.ts$/.test(path) || path.endsWith('.test.ts')) return [];
    const writer = /^server\/src\/features\/([^/]+)\//.exec(path)?.[1] ?? path;
    return writes.flatMap((pattern) =>
      [...code.matchAll(pattern)].flatMap(({ index, groups }) => {
        const message = judgeWrite(writer, groups?.table ?? '');
        return message ? [{ path, line: lineOf(code, index), message }] : [];
      }),
    );
  });
}

/**
 * @param {string} writer the feature, or the file of a server part, that writes to the table
 * @param {string} table
 * @returns {string | null}
 */
function judgeWrite(writer, table) {
  const owner = Object.hasOwn(owners, table) ? owners[table] : undefined;
  if (owner === writer) return null;
  if (owner === undefined) {
    return `The table "${table}" has no owner, so nobody keeps its rules: name the feature that writes it in scripts/checks/structure/table-rules.mjs.`;
  }
  const home = owner.includes('/') ? owner : `server/src/features/${owner}/`;
  return `Only its owner writes the table "${table}", so that its rules stand in one place: move this statement into a function in ${home} and call that from here, or from a feature above both.`;
}
