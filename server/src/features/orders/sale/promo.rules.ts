import type { Offer } from '../../events/types/types.queries.ts';
import type { findPromoCodeFor } from '../promo-codes/promo-codes.queries.ts';
import { findCodeState } from '../promo-codes/promo-codes.rules.ts';
import type { Discount } from './price.rules.ts';

export type PromoCode = NonNullable<Awaited<ReturnType<typeof findPromoCodeFor>>>;

/**
 * Finds the reason why nobody can use the promo code now. Returns null if the code can be used. `sell` checks the same
 * conditions again under a lock.
 */
export function findPromoRefusal(
  promo: PromoCode,
  now: Date,
): 'promo_code_ended' | 'promo_code_used_up' | null {
  const state = findCodeState(promo, now);
  if (state === 'active') return null;
  return state === 'used_up' ? 'promo_code_used_up' : 'promo_code_ended';
}

type TypeOnOffer = Pick<Offer, 'id' | 'visibility'>;
type Terms = Pick<PromoCode, 'kind' | 'type_ids'>;

/**
 * Whether a buyer with this promo code may buy this ticket type even if the type is hidden. Every code unlocks the
 * ticket types that it names. A code of the kind `unlock` that names none unlocks all.
 */
export function isUnlockedBy(promo: Terms | null, type: TypeOnOffer): boolean {
  if (!promo) return false;
  return promo.type_ids.includes(type.id) || (promo.kind === 'unlock' && promo.type_ids.length === 0);
}

export function isPromoFor(promo: Terms, type: TypeOnOffer): boolean {
  if (promo.kind === 'unlock') return type.visibility === 'hidden' && isUnlockedBy(promo, type);
  return promo.type_ids.length === 0 || promo.type_ids.includes(type.id);
}

/** Returns the discount that the promo code gives, or null if the code only unlocks ticket types. */
export function readDiscount({ kind, percent, amount_pence }: PromoCode): Discount | null {
  if (kind === 'percent' && percent !== null) return { kind, percent };
  return kind === 'amount' && amount_pence !== null ? { kind, amountPence: amount_pence } : null;
}
