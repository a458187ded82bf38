import { describe, expect, it } from 'vitest';
import { explainMoneyBack } from './money-back.ts';

describe('the note about the money for a cancelled event', () => {
  const bought = { paid: true, disputed: false, status: 'valid', refund_pending: false } as const;
  const back = { ...bought, status: 'refunded' } as const;
  const given = { ...bought, paid: false } as const;
  const goes = 'Your money goes back to the card it came from.';
  const hasGone = 'Your money has gone back to the card it came from.';
  it.each([
    ['a refund that is not requested yet', [bought], goes],
    ['a pending refund', [{ ...back, refund_pending: true }], goes],
    ['a refund that succeeded', [back], hasGone],
    ['a refund that succeeded before the buyer got a free ticket', [back, given], hasGone],
    ['a second purchase after a first refund', [back, bought], goes],
    ['a dispute', [back, { ...bought, disputed: true }], null],
    ['a free ticket', [given], null],
  ] as const)(
    'announces or confirms a refund, and is empty for disputes and free tickets: %s',
    (_, tickets, sentence) => {
      expect(explainMoneyBack([...tickets])).toBe(sentence);
    },
  );
});
