import {
  array,
  assert,
  boolean,
  constantFrom,
  integer,
  nat,
  option,
  property,
  record,
  tuple,
} from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeRefunds, splitRefund, type KnownRefund } from './refunds.rules.ts';

const tickets = array(nat({ max: 20_000 }), { minLength: 1, maxLength: 12 }).map((prices) =>
  prices.map((leftPence, index) => ({ id: index + 1, leftPence })),
);

const total = (pence: readonly number[]) => pence.reduce((sum, one) => sum + one, 0);

describe('a refund that is split over tickets', () => {
  it('adds up to the penny, and gives no ticket a larger share than is left of its price', () => {
    assert(
      property(tickets, nat({ max: 1_000_000 }), (list, wish) => {
        const left = total(list.map(({ leftPence }) => leftPence));
        const amount = left === 0 ? 0 : wish % (left + 1);
        const shares = splitRefund(amount, list);
        expect(total([...shares.values()])).toBe(amount);
        for (const { id, leftPence } of list) {
          expect(shares.get(id)).toBeGreaterThanOrEqual(0);
          expect(shares.get(id)).toBeLessThanOrEqual(leftPence);
        }
      }),
    );
  });

  it('gives the pence that remain to the tickets with the largest fractions or, if these are equal, with the lowest ids', () => {
    const shares = splitRefund(100, [
      { id: 3, leftPence: 500 },
      { id: 1, leftPence: 500 },
      { id: 2, leftPence: 500 },
    ]);
    expect(shares).toEqual(
      new Map([
        [3, 33],
        [1, 34],
        [2, 33],
      ]),
    );
  });

  it('adds up to the penny also when it is made in two parts', () => {
    assert(
      property(tickets, nat(), nat(), (list, one, other) => {
        const left = total(list.map(({ leftPence }) => leftPence));
        const first = left === 0 ? 0 : one % (left + 1);
        const part = splitRefund(first, list);
        const rest = list.map(({ id, leftPence }) => ({ id, leftPence: leftPence - (part.get(id) ?? 0) }));
        const second = left === first ? 0 : other % (left - first + 1);
        const both = [...part.values(), ...splitRefund(second, rest).values()];
        expect(total(both)).toBe(first + second);
      }),
    );
  });

  it('returns the price of each ticket exactly when several refunds together return all the money', () => {
    assert(
      property(tickets, array(nat(), { maxLength: 4 }), (list, wishes) => {
        const left = new Map(list.map(({ id, leftPence }) => [id, leftPence]));
        const refund = (amount: number) => {
          const rest = [...left].map(([id, leftPence]) => ({ id, leftPence }));
          for (const [id, pence] of splitRefund(amount, rest)) left.set(id, (left.get(id) ?? 0) - pence);
        };
        for (const wish of wishes) refund(wish % (total([...left.values()]) + 1));
        refund(total([...left.values()]));
        expect([...left.values()]).toEqual(list.map(() => 0));
      }),
    );
  });
});

const amountPence = 5000;

const status = constantFrom('pending' as const, 'succeeded' as const, 'failed' as const);

/**
 * A refund that the provider reports. `ours` says whether our ledger has a row for this refund, and `known`
 * whether that row has the provider's id.
 */
const reported = record({
  amountPence: integer({ min: 1, max: 2500 }),
  status,
  ours: boolean(),
  known: boolean(),
});

/** A refund in our ledger that Foyer has not asked the provider for yet. */
const unasked = record({ amount: integer({ min: 1, max: 2500 }), endsTickets: boolean() });

function row(id: number, fields: Partial<KnownRefund>): KnownRefund {
  const waiting = { provider_refund_id: null, status: 'pending', attempts: 0 } as const;
  const own = { amount_pence: 1, made_outside: false, ends_tickets: true };
  return { id, provider_key: `key-${id}`, ...waiting, ...own, ...fields };
}

describe('the refunds of a payment', () => {
  it('never return more than was paid, whatever the provider reports', () => {
    assert(
      property(
        array(reported, { maxLength: 5 }),
        array(unasked, { maxLength: 4 }),
        tuple(boolean(), boolean(), option(nat())),
        (atProvider, waiting, [isLost, isOwed]) => {
          let left = amountPence;
          // The provider never refunds more than it charged, so drop refunds that exceed the payment.
          const list = atProvider.filter((one) => {
            if (one.status === 'failed') return true;
            if (one.amountPence > left) return false;
            left -= one.amountPence;
            return true;
          });
          const refunds = list.map((one, n) => ({
            id: `re_${n}`,
            key: one.ours ? `key-${n}` : null,
            attempt: one.ours ? 0 : null,
            status: one.status,
            amountPence: one.amountPence,
          }));
          const rows = [
            ...list.flatMap((one, n) =>
              one.ours
                ? [
                    row(n, {
                      amount_pence: one.amountPence,
                      provider_refund_id: one.known ? `re_${n}` : null,
                    }),
                  ]
                : [],
            ),
            ...waiting.map(({ amount, endsTickets: ends_tickets }, n) =>
              row(100 + n, { amount_pence: amount, ends_tickets }),
            ),
          ];
          const judged = judgeRefunds({ amountPence, rows, reported: refunds, isLost, isOwed });
          const live = judged.filter((one) => one.status !== 'failed');
          expect(total(live.map((one) => one.amountPence))).toBeLessThanOrEqual(amountPence);
          const succeeded = judged.filter((one) => one.status === 'succeeded');
          const back = refunds.filter((one) => one.status === 'succeeded');
          expect(total(succeeded.map((one) => one.amountPence))).toBe(
            total(back.map((one) => one.amountPence)),
          );
        },
      ),
    );
  });
});
