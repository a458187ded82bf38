import type { Deps } from '../../../deps.ts';
import { countUse, takeBackUse } from '../../../http/limits.ts';
import type { Actor } from '../../../http/session.ts';
import { getEventAndStanding, type EventAddress } from '../../events/events.access.service.ts';
import { mayDo } from '../../events/events.policy.ts';
import { countHeld, listOffers, type Offer } from '../../events/types/types.queries.ts';
import { presentForBuyer, presentForManager } from '../../events/types/types.rules.ts';
import { findPromoCodeFor } from '../promo-codes/promo-codes.queries.ts';
import { findPromoRefusal, isPromoFor, isUnlockedBy, readDiscount, type PromoCode } from './promo.rules.ts';
import { priceOrder } from './price.rules.ts';

interface OffersRequest extends EventAddress {
  code?: string;
}

/**
 * Lists the ticket types that the caller may see, including those that the promo code unlocks, and describes the effect
 * of the promo code.
 */
export async function listOffersFor(
  deps: Deps,
  { actor, address }: { actor: Actor | null; address: string },
  { code, ...event }: OffersRequest,
) {
  const found = await getEventAndStanding(deps.db, actor, 'view', event);
  const manages = mayDo('manage', found.event, actor, found.standing);
  const promo = code ? await findGuessedCode(deps, found.event, { code, address }) : null;
  const all = await listOffers(deps.db, found.event.id, { withHidden: manages || promo !== null });
  const now = deps.clock.now();
  const refusal = promo && findPromoRefusal(promo, now);
  const working = refusal ? null : (promo ?? null);
  const offers = all.filter(
    (offer) => manages || offer.visibility === 'public' || isUnlockedBy(working, offer),
  );
  const viewed = { event: found.event, held: await countHeld(deps.db, found.event.id), now };
  const present = manages ? presentForManager : presentForBuyer;
  const isForAny = working !== null && offers.some((offer) => isPromoFor(working, offer));
  return {
    ticket_types: offers.map((offer) => ({
      ...present(offer, viewed),
      ...(working && describeEffect(working, offer)),
    })),
    ...(code && { promo: describeCode(promo, refusal, isForAny) }),
  };
}

/**
 * Finds the promo code that the caller typed. Limits how many wrong codes callers at one network address may type, so
 * that nobody can guess a code.
 */
export async function findGuessedCode(
  deps: Deps,
  event: { id: number; team_id: number | null },
  { code, address }: { code: string; address: string },
): Promise<PromoCode | undefined> {
  await countUse(deps, 'promo_code_guess', address);
  const promo = await findPromoCodeFor(deps.db, event, code);
  if (promo) await takeBackUse(deps, 'promo_code_guess', address);
  return promo;
}

/**
 * Says whether the code is for the ticket type, and what one ticket costs after a discount in percent. A code that takes
 * an amount off the whole order changes no price of a single ticket.
 */
function describeEffect(promo: PromoCode, { id: typeId, visibility, price_pence: listPence }: Offer) {
  const takes_code = isPromoFor(promo, { id: typeId, visibility });
  const discount = readDiscount(promo);
  if (!takes_code || discount?.kind !== 'percent') return { takes_code };
  return { takes_code, price_with_code: priceOrder([{ typeId, listPence }], discount).totalPence };
}

const stateOf = { promo_code_ended: 'ended', promo_code_used_up: 'used_up' } as const;

function describeCode(
  promo: PromoCode | null | undefined,
  refusal: keyof typeof stateOf | null | undefined,
  isForAny: boolean,
) {
  const none = { percent: null, amount: null };
  if (!promo) return { state: 'unknown' as const, ...none };
  if (refusal) return { state: stateOf[refusal], ...none };
  if (!isForAny) return { state: 'not_for_these' as const, ...none };
  return { state: 'applied' as const, percent: promo.percent, amount: promo.amount_pence };
}
