import type { RefundStatus } from '../../../db/order-tables.ts';
import type { ProviderRefund } from '../../../payments/provider.ts';

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

/** What our row of a refund must say. Without a row, the refund was made outside and is new to us. */
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
  /** Whether a refund that fails is asked for again even if somebody made it outside. */
  isOwed: boolean;
}

/**
 * Decides what each refund of a payment must say. The provider's word wins: its refunds count first, and what Foyer has
 * not asked for yet gets what they leave.
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
 * Finds the provider's refund of each row: by its id, or by our key if the answer with the id was lost. A row that was
 * made from an older ledger has neither, and takes a refund of which nothing else is known.
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
  // Under the same key the provider would repeat its answer. Counting the try gives the next one a new key.
  return { ...same, providerRefundId: null, status: 'pending', attempts: attempts + 1 };
}

/** Lowers or gives up the refunds that Foyer has not asked for yet, where less than their amounts is left. */
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
 * Splits an amount over tickets in proportion to what is left to refund of each, to the penny. Pence that remain go to
 * the largest fractions, and of equal ones to the lowest ids.
 */
export function splitRefund(
  amountPence: number,
  tickets: readonly { id: number; leftPence: number }[],
): Map<number, number> {
  const total = tickets.reduce((sum, { leftPence }) => sum + leftPence, 0);
  if (total === 0) return new Map(tickets.map(({ id }) => [id, 0]));
  // Whole numbers throughout, so that equal fractions are equal.
  const shares = tickets.map(({ id, leftPence }) => {
    const rest = (amountPence * leftPence) % total;
    return { id, pence: (amountPence * leftPence - rest) / total, rest };
  });
  const over = amountPence - shares.reduce((sum, { pence }) => sum + pence, 0);
  const first = shares.toSorted((one, other) => other.rest - one.rest || one.id - other.id).slice(0, over);
  return new Map(shares.map((share) => [share.id, share.pence + (first.includes(share) ? 1 : 0)]));
}
