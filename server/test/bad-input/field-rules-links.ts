import { control, hidden, id, noBoolean, wrongIds } from './field-rules-events.ts';
import { emailRules, passwordRules } from './field-rules-people.ts';
import type { BodyRules } from './field-rules-table.ts';

const noToken = { token: 'Token is required' };

const tokenRules = [
  ...[undefined, null, '', '  ', 7].map((token) => [{ token }, noToken] as const),
  [{ token: 'a'.repeat(201) }, { token: 'Token is too long' }],
] as const;

/** Links for volunteers at the door, and what they send. */
const scan = { id: '7d0c5f1e-6a52-4f0b-9b1d-3f2a8c9e4b10' };

const doorRules: readonly BodyRules[] = [
  {
    key: 'POST /events/:id/door-links',
    valid: { name: 'Gate A' },
    rules: [
      ...['', '  ', null, 5, undefined].map((name) => [{ name }, { name: 'Name is required' }] as const),
      [{ name: 'a'.repeat(41) }, { name: 'Use at most 40 characters' }],
      [{ name: 'two\nlines' }, { name: control }],
      [{ name: 'Gate\u200b' }, { name: hidden }],
    ],
  },
  {
    key: 'POST /events/:id/door/scans',
    valid: {},
    rules: [
      [{ scans: undefined }, { scans: 'Scans is required' }],
      [{ scans: [] }, { scans: 'Send at least one scan' }],
      [
        { scans: Array.from({ length: 101 }, () => ({ ...scan, ticket_id: 1 })) },
        { scans: 'Send at most 100 scans at once' },
      ],
      [{ scans: [{ ...scan }] }, { 'scans.0.code': 'Send either a code or a ticket id' }],
      [
        { scans: [{ ...scan, ticket_id: 1, code: 'a'.repeat(22) }] },
        { 'scans.0.code': 'Send either a code or a ticket id' },
      ],
      [{ scans: [{ ...scan, code: 'short' }] }, { 'scans.0.code': 'This is not a ticket code' }],
      [
        { scans: [{ id: 'one', ticket_id: 1 }] },
        { 'scans.0.id': 'The id of a scan must have 16 to 64 letters, digits, - or _' },
      ],
      [
        { scans: [{ ...scan, ticket_id: 1, code_hash: 'xyz' }] },
        { 'scans.0.code_hash': 'This is not the hash of a ticket code' },
      ],
      [
        { scans: [{ ...scan, ticket_id: 1, scanned_at: 'noon' }] },
        { 'scans.0.scanned_at': 'The time of the scan must be a time such as 2031-11-20T18:30:00Z' },
      ],
    ],
  },
  {
    key: 'POST /events/:id/door/undo',
    valid: {},
    rules: [
      ...wrongIds.map((ticket_id) => [{ ticket_id }, { ticket_id: id }] as const),
      [{ ticket_id: undefined }, { ticket_id: 'Ticket id is required' }],
    ],
  },
];

export const linkRules: readonly BodyRules[] = [
  ...doorRules,
  { key: 'POST /auth/verify-email', valid: {}, rules: tokenRules },
  { key: 'POST /auth/forgot-password', valid: {}, rules: emailRules },
  {
    key: 'POST /auth/reset-password',
    valid: { token: 'a', password: 'a good password' },
    rules: [...tokenRules, ...passwordRules],
  },
  { key: 'POST /mail-stops/find', valid: {}, rules: tokenRules },
  { key: 'POST /follows/confirm', valid: {}, rules: tokenRules },
  { key: 'POST /follows/find', valid: {}, rules: tokenRules },
  {
    key: 'POST /follows',
    valid: {},
    rules: [
      ...wrongIds.map((team_id) => [{ team_id }, { team_id: id }] as const),
      [{ team_id: undefined }, { team_id: 'Team id is required' }],
    ],
  },
  { key: 'POST /teams/:id/follow', valid: {}, rules: emailRules },
  {
    key: 'POST /mail-stops',
    valid: { token: 'a', scope: 'all', is_stopped: true },
    rules: [
      ...tokenRules,
      [{ scope: 'everything' }, { scope: 'scope must be one of event, messages, follow, team, all' }],
      [{ scope: undefined }, { scope: 'Scope is required' }],
      [{ is_stopped: undefined }, { is_stopped: 'Is stopped is required' }],
      [{ is_stopped: 'yes' }, { is_stopped: noBoolean('is_stopped') }],
    ],
  },
];
