import { expect, it } from 'vitest';
import { describeDeletion } from './event-deletion.ts';

const concert = { title: 'Late jazz', price: 12, status: 'published', is_past: false } as const;
const mail = 'Whoever was coming is told by mail.';
const refunds = 'Paid tickets have to be refunded first.';

it('says what happens to everybody, and what stands in the way', () => {
  expect(describeDeletion(concert)).toBe(
    `“Late jazz” and its registrations will be gone. ${mail} ${refunds} This action cannot be undone.`,
  );
});

it.each([
  ['is over', { ...concert, is_past: true }],
  ['is cancelled', { ...concert, status: 'cancelled' }],
] as const)('promises no mail about one that %s', (_, event) => {
  expect(describeDeletion(event)).not.toContain(mail);
});

it.each([0, null])('speaks of no money for one that costs %s', (price) => {
  expect(describeDeletion({ ...concert, price })).not.toContain(refunds);
});
