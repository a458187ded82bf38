import { formatCount, formatNumber } from '../../../format/counts.ts';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { formatMoney } from '../../../format/money.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';
import type { PromoCode } from './orders.promo-codes.api.ts';

export const codeStates: Record<PromoCode['state'], { word: string; tone: BadgeTone }> = {
  active: { word: 'Active', tone: 'good' },
  scheduled: { word: 'Not active yet', tone: 'outline' },
  used_up: { word: 'Used up', tone: 'spot' },
  ended: { word: 'Ended', tone: 'neutral' },
};

/** Writes what a code does, such as `20% off` or `£5.00 off each order`. */
export function describeValue({
  kind,
  percent,
  amount,
}: Pick<PromoCode, 'kind' | 'percent' | 'amount'>): string {
  if (kind === 'percent') return `${percent ?? 0}% off`;
  return kind === 'amount' ? `${formatMoney(amount ?? 0)} off each order` : 'Shows hidden tickets';
}

interface NamedType {
  id: number;
  name: string;
}

/** Names the ticket types that a code is for. Deleted types are only counted, because their names are gone. */
export function describeTypes(
  { kind, ticket_type_ids: ids }: Pick<PromoCode, 'kind' | 'ticket_type_ids'>,
  types: readonly NamedType[],
): string {
  if (ids.length === 0) return kind === 'unlock' ? 'All hidden ticket types' : 'All ticket types';
  const names = types.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
  const deleted = ids.length - names.length;
  return [...names, ...(deleted > 0 ? [formatCount(deleted, 'deleted ticket type')] : [])].join(', ');
}

/** Writes how often a code was used, such as `18 of 50 uses, 1 per buyer`. */
export function describeUses({ uses, max_uses, max_per_buyer }: PromoCodeUses): string {
  const used =
    max_uses === null ? formatCount(uses, 'use') : `${formatNumber(uses)} of ${formatCount(max_uses, 'use')}`;
  return max_per_buyer === null ? used : `${used}, ${formatNumber(max_per_buyer)} per buyer`;
}

type PromoCodeUses = Pick<PromoCode, 'uses' | 'max_uses' | 'max_per_buyer'>;

/**
 * Writes when a code works, such as `Until Nov 21, 2026, 7:30 PM`. Null when the code has neither a start nor an end.
 */
export function describeTimes(
  { starts_at, ends_at }: Pick<PromoCode, 'starts_at' | 'ends_at'>,
  timeZone: string,
): string | null {
  const write = (time: string) => `${formatDate(time, timeZone)}, ${formatTime(time, timeZone)}`;
  if (starts_at && ends_at) return `${write(starts_at)} to ${write(ends_at)}`;
  if (starts_at) return `From ${write(starts_at)}`;
  return ends_at ? `Until ${write(ends_at)}` : null;
}
