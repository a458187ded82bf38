import type { RefundStatus } from '../../../db/order-tables.ts';
import type { ProviderRefund } from '../../../payments/provider.ts';
import { splitByLargestRemainder } from '../../orders/sale/price.rules.ts';

export interface KnownRefund {
  id: number;
  provider_key: string;
  provider_refund_id: string | null;
  amount_pence: number;
  made_outside: boolean;
  ends_tickets: boolean;
  status: RefundStatus;
  attempts: number;
}

/**
 * The new values of a refund's row in the ledger. Without `row`, somebody made the refund at the provider, and the
 * ledger does not contain it yet.
 */
export interface RefundVerdict {
  row: KnownRefund | undefined;
  providerRefundId: string | null;
  amountPence: number;
  status: RefundStatus;
  attempts: number;
}

interface Facts {
  amountPence: number;
  rows: readonly KnownRefund[];
  reported: readonly ProviderRefund[];
  /** Whether the bank has taken the money back for good, so that nothing is left to refund. */
  isLost: boolean;
  /** Whether Foyer requests a failed refund again even if somebody else made it. */
  isOwed: boolean;
}

/**
 * Decides the new values of each refund of a payment. Refunds that the provider has not accepted share the money that
 * is left.
 */
export function judgeRefunds({ amountPence, rows, reported, isLost, isOwed }: Facts): RefundVerdict[] {
  const found = matchRefunds(rows, reported);
  const known = rows.map((row) =>
    judgeRefund(row, found.get(row), isLost ? 'never' : isOwed ? 'always' : 'ours'),
  );
  const matched = new Set([...found.values()].map(({ id }) => id));
  const outside = reported
    .filter(({ id, status }) => status !== 'failed' && !matched.has(id))
    .map(({ id, status, amountPence: amount }) => ({
      row: undefined,
      providerRefundId: id,
      amountPence: amount,
      status,
      attempts: 0,
    }));
  return fitRefunds([...known, ...outside], isLost ? 0 : amountPence);
}

/**
 * Finds the provider's refund of each row by the provider's id, or by our key if the answer with the id was lost. Some
 * rows of earlier versions have neither, because somebody made the refund at the provider. These rows get any remaining
 * refund without our key.
 */
function matchRefunds(
  rows: readonly KnownRefund[],
  reported: readonly ProviderRefund[],
): Map<KnownRefund, ProviderRefund> {
  const found = new Map<KnownRefund, ProviderRefund>();
  const free = new Set(reported);
  const match = (of: (row: KnownRefund, refund: ProviderRefund) => boolean) => {
    for (const row of rows) {
      const refund = found.has(row) ? undefined : [...free].find((one) => of(row, one));
      if (!refund) continue;
      found.set(row, refund);
      free.delete(refund);
    }
  };
  match((row, refund) => row.provider_refund_id === refund.id);
  const isOpen = (row: KnownRefund, refund: ProviderRefund) =>
    row.provider_refund_id === null && refund.status !== 'failed';
  match((row, refund) => isOpen(row, refund) && row.provider_key === refund.key);
  // The bank may reject a refund before its id is stored. Match it by our key and the try, so that the next try gets a
  // new idempotency key.
  match(
    (row, refund) =>
      row.provider_refund_id === null && row.provider_key === refund.key && row.attempts === refund.attempt,
  );
  match((row, refund) => isOpen(row, refund) && row.made_outside && refund.key === null);
  return found;
}

function judgeRefund(
  row: KnownRefund,
  found: ProviderRefund | undefined,
  triesAgain: 'always' | 'ours' | 'never',
): RefundVerdict {
  const { provider_refund_id: providerRefundId, amount_pence: amountPence, status, attempts } = row;
  if (!found) return { row, providerRefundId, amountPence, status, attempts };
  const same = { row, providerRefundId: found.id, amountPence: found.amountPence, attempts };
  if (found.status !== 'failed' || status === 'failed') return { ...same, status: found.status };
  if (triesAgain === 'never' || (triesAgain === 'ours' && row.made_outside))
    return { ...same, status: 'failed' };
  // Count the failed try, so that the next try gets a new key. The provider would repeat its answer for the same key.
  return { ...same, providerRefundId: null, status: 'pending', attempts: attempts + 1 };
}

/**
 * Lowers the amounts of refunds that the provider has not accepted, so that all refunds together do not exceed the
 * payment. Gives up a refund for which no money is left.
 */
function fitRefunds(refunds: RefundVerdict[], amountPence: number): RefundVerdict[] {
  let left = amountPence;
  for (const refund of refunds) if (isLive(refund) && !isUnasked(refund)) left -= refund.amountPence;
  return refunds.map((refund) => {
    if (!isLive(refund) || !isUnasked(refund)) return refund;
    const fitting = Math.min(refund.amountPence, left);
    if (fitting <= 0) return { ...refund, status: 'failed' };
    left -= fitting;
    return { ...refund, amountPence: fitting };
  });
}

function isUnasked({ status, providerRefundId }: RefundVerdict): boolean {
  return status === 'pending' && providerRefundId === null;
}

function isLive({ status }: RefundVerdict): boolean {
  return status !== 'failed';
}

/**
 * Splits an amount over tickets, in proportion to the money that each ticket has left to refund. Of tickets with equal
 * fractions of a penny, those with the lowest ids get the remaining pence.
 */
export function splitRefund(
  amountPence: number,
  tickets: readonly { id: number; leftPence: number }[],
): Map<number, number> {
  const byId = tickets.toSorted((one, other) => one.id - other.id);
  const parts = splitByLargestRemainder(
    amountPence,
    byId.map(({ leftPence }) => leftPence),
  );
  return new Map(byId.map(({ id }, place) => [id, parts[place] ?? 0]));
}
