import type Stripe from 'stripe';
import { invalidRequest } from './api-errors.ts';
import { recordEvents } from './events.ts';
import { buildDispute } from './objects/dispute.ts';
import { idOf } from './objects/objects.ts';
import { getObject, insertObjects, updateObject } from './store.ts';
import { NO_REQUEST, runWork, type World } from './work.ts';

/** Has the card's bank take back what is left of a charge; throws when there is nothing to dispute. */
export async function openDispute(
  world: World,
  chargeId: string,
  reason = 'fraudulent',
): Promise<Stripe.Dispute> {
  return runWork(world, NO_REQUEST, async (work) => {
    const { object: charge } = await getObject(work, 'charge', chargeId, { lock: 'lock' });
    const amount = charge.amount - charge.amount_refunded;
    if (charge.status !== 'succeeded' || charge.disputed || amount === 0) {
      throw invalidRequest(`Charge ${charge.id} cannot be disputed.`, 'charge');
    }
    const dispute = buildDispute({ now: work.now, charge, amount, reason });
    await insertObjects(work, [{ object: dispute }]);
    await updateObject(work, { ...charge, disputed: true });
    await recordEvents(work, [
      { type: 'charge.dispute.created', object: dispute },
      { type: 'charge.dispute.funds_withdrawn', object: dispute },
    ]);
    return dispute;
  });
}

/** Ends a dispute: `won` gives the money back to the seller, `lost` leaves it with the buyer. */
export async function closeDispute(
  world: World,
  disputeId: string,
  outcome: 'won' | 'lost',
): Promise<Stripe.Dispute> {
  return runWork(world, NO_REQUEST, async (work) => {
    const { object: open } = await getObject(work, 'dispute', disputeId, { lock: 'lock' });
    if (open.status === 'won' || open.status === 'lost') {
      throw invalidRequest(`Dispute ${open.id} is already closed.`, 'dispute');
    }
    const closed: Stripe.Dispute = { ...open, status: outcome };
    await updateObject(work, closed);
    await recordEvents(work, [{ type: 'charge.dispute.closed', object: closed }]);
    if (outcome === 'won') {
      const { object: charge } = await getObject(work, 'charge', idOf(open.charge) ?? '', { lock: 'lock' });
      await updateObject(work, { ...charge, disputed: false });
      await recordEvents(work, [{ type: 'charge.dispute.funds_reinstated', object: closed }]);
    }
    return closed;
  });
}
