import { id, noBoolean } from './field-rules-events.ts';
import type { BodyRules } from './field-rules-table.ts';

const notACode = 'Code must have 3 to 40 letters, digits, - or _';
const kinds = 'kind must be one of percent, amount, unlock';
const noTypes = 'Ticket types must be a list of ids';

/** The fields that take whole numbers, each with its name in messages and its highest value. */
const wholeNumbers = [
  ['percent', 'Percent', 100],
  ['max_uses', 'Uses', 1_000_000],
  ['max_per_buyer', 'Uses per buyer', 1000],
] as const;

const codeRules = [
  ...['', 'ab', 'a'.repeat(41), 'TEN OFF', '10%OFF', 'FÜNF', 'a\u0000bc', null, 5].map(
    (code) => [{ code }, { code: notACode }] as const,
  ),
  ...['discount', null, 1].map((kind) => [{ kind }, { kind: kinds }] as const),
  ...wholeNumbers.flatMap(
    ([field, name, most]) =>
      [
        [{ [field]: 0 }, { [field]: `${name} must be at least 1` }],
        [{ [field]: most + 1 }, { [field]: `${name} must be at most ${most}` }],
        [{ [field]: 1.5 }, { [field]: `${name} must be a whole number` }],
        [{ [field]: '2' }, { [field]: `${name} must be a whole number` }],
      ] as const,
  ),
  [{ amount: 'five' }, { amount: 'Amount must be a number' }],
  [{ amount: 0 }, { amount: 'Amount must be more than 0' }],
  [{ amount: -1 }, { amount: 'Amount must be more than 0' }],
  [{ amount: 1.005 }, { amount: 'Amount can have at most two decimals' }],
  [{ amount: 100_001 }, { amount: 'Amount must be at most 100000' }],
  [{ ticket_type_ids: 5 }, { ticket_type_ids: noTypes }],
  [{ ticket_type_ids: null }, { ticket_type_ids: noTypes }],
  [{ ticket_type_ids: [0] }, { 'ticket_type_ids.0': id }],
  [{ ticket_type_ids: Array(51).fill(1) }, { ticket_type_ids: 'Choose at most 50 ticket types' }],
  [{ starts_at: 'soon' }, { starts_at: 'Start must be a time such as 2031-11-20T18:30:00Z' }],
  [{ ends_at: 'late' }, { ends_at: 'End must be a time such as 2031-11-20T18:30:00Z' }],
  [{ ends_at: '9031-05-01T18:00' }, { ends_at: 'Choose a date between the years 2000 and 2200' }],
] as const;

export const promoCodeRules: readonly BodyRules[] = [
  {
    key: 'POST /events/:id/promo-codes',
    valid: { code: 'TENOFF', kind: 'percent', percent: 10 },
    rules: [
      ...codeRules,
      [{ code: undefined }, { code: 'Code is required' }],
      [{ kind: undefined }, { kind: 'Kind is required' }],
      [{ all_events: 'yes' }, { all_events: noBoolean('all_events') }],
    ],
  },
  {
    key: 'PATCH /events/:id/promo-codes/:codeId',
    valid: {},
    rules: [...codeRules, [{ ended: 'yes' }, { ended: noBoolean('ended') }]],
  },
];
