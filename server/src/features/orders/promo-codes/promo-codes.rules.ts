import type { PromoCodeState } from '@foyer/contract/sales/promo-codes.ts';
import { fieldError } from '../../../http/errors.ts';
import type { PromoCodeKind } from '../../../db/order-tables.ts';

/** The effect of a code as the database stores it: the discount, and the ticket types that the code is for. */
export interface CodeValue {
  kind: PromoCodeKind;
  percent: number | null;
  amount_pence: number | null;
  type_ids: readonly number[];
}

/**
 * Throws unless the value is complete and fits its kind. A code for all events cannot name ticket types, because each
 * belongs to one event.
 */
export function assertValue(value: CodeValue, { isForAllEvents }: { isForAllEvents: boolean }): void {
  const { kind, percent, amount_pence, type_ids } = value;
  if (kind === 'percent' && percent === null) throw fieldError('percent', 'Percent is required');
  if (kind !== 'percent' && percent !== null)
    throw fieldError('percent', 'Only a code of the kind percent has a percent');
  if (kind === 'amount' && amount_pence === null) throw fieldError('amount', 'Amount is required');
  if (kind !== 'amount' && amount_pence !== null)
    throw fieldError('amount', 'Only a code of the kind amount has an amount');
  if (isForAllEvents && type_ids.length > 0)
    throw fieldError('ticket_type_ids', 'A code for all events cannot name ticket types');
}

export function assertTimes({ starts_at, ends_at }: Pick<Lifetime, 'starts_at' | 'ends_at'>): void {
  if (starts_at && ends_at && ends_at <= starts_at)
    throw fieldError('ends_at', 'The end must be after the start');
}

/** The order of `type_ids` does not matter. */
export function isSameValue(one: CodeValue, other: CodeValue): boolean {
  const inOrder = ({ type_ids }: CodeValue) => type_ids.toSorted((a, b) => a - b).join();
  return (
    one.kind === other.kind &&
    one.percent === other.percent &&
    one.amount_pence === other.amount_pence &&
    inOrder(one) === inOrder(other)
  );
}

interface Lifetime {
  starts_at: Date | null;
  ends_at: Date | null;
  ended_at: Date | null;
  uses: number;
  max_uses: number | null;
}

export function findCodeState(code: Lifetime, now: Date): PromoCodeState {
  if (code.ended_at !== null || (code.ends_at !== null && code.ends_at <= now)) return 'ended';
  if (code.max_uses !== null && code.uses >= code.max_uses) return 'used_up';
  return code.starts_at !== null && code.starts_at > now ? 'scheduled' : 'active';
}
