import { control, hidden, id, wrongIds } from './field-rules-events.ts';
import type { BodyRules } from './field-rules-table.ts';

const scan = { id: '7d0c5f1e-6a52-4f0b-9b1d-3f2a8c9e4b10' };

export const doorRules: readonly BodyRules[] = [
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
      [{ scans: [{ id: 'one', ticket_id: 1 }] }, { 'scans.0.id': 'The id of a scan must be a UUID' }],
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
