import type Stripe from 'stripe';
import { invalidRequest } from './api-errors.ts';
import { recordEvents } from './events.ts';
import { buildDispute } from './objects/dispute.ts';
import { idOf } from './objects/objects.ts';
import { getObject, insertObjects, updateObject } from './store.ts';
import { NO_REQUEST, runWork, type Work, type World } from './work.ts';

/** Has the card's bank take back what is left of a charge; throws when there is nothing to dispute. */
export async function openDispute(
  world: World,
  chargeId: string,
  reason = 'fraudulent',
): Promise<Stripe.Dispute> {
  return runWork(world, NO_REQUEST, async (work) => {
    const dispute = await recordDispute(work, { chargeId, reason, isInquiry: false });
    await recordEvents(work, [{ type: 'charge.dispute.funds_withdrawn', object: dispute }]);
    return dispute;
  });
}

/** Has the card's bank ask about a charge, which can be refunded meanwhile. */
export async function openInquiry(world: World, chargeId: string): Promise<Stripe.Dispute> {
  return runWork(world, NO_REQUEST, (work) =>
    recordDispute(work, { chargeId, reason: 'unrecognized', isInquiry: true }),
  );
}

async function recordDispute(
  work: Work,
  { chargeId, ...facts }: { chargeId: string; reason: string; isInquiry: boolean },
): Promise<Stripe.Dispute> {
  const { object: charge } = await getObject(work, 'charge', chargeId, { lock: 'lock' });
  const amount = charge.amount - charge.amount_refunded;
  if (charge.status !== 'succeeded' || charge.disputed || amount === 0) {
    throw invalidRequest(`Charge ${charge.id} cannot be disputed.`, 'charge');
  }
  const dispute = buildDispute({ now: work.now, charge, amount, ...facts });
  await insertObjects(work, [{ object: dispute }]);
  if (!facts.isInquiry) await updateObject(work, { ...charge, disputed: true });
  await recordEvents(work, [{ type: 'charge.dispute.created', object: dispute }]);
  return dispute;
}

const closedStatuses = ['won', 'lost', 'warning_closed'];

/** Ends a dispute: `won` gives the money back to the seller, `lost` leaves it with the buyer. An inquiry only ends. */
export async function closeDispute(
  world: World,
  disputeId: string,
  outcome: 'won' | 'lost',
): Promise<Stripe.Dispute> {
  return runWork(world, NO_REQUEST, async (work) => {
    const { object: open } = await getObject(work, 'dispute', disputeId, { lock: 'lock' });
    if (closedStatuses.includes(open.status)) {
      throw invalidRequest(`Dispute ${open.id} is already closed.`, 'dispute');
    }
    const isInquiry = open.status.startsWith('warning_');
    const closed: Stripe.Dispute = { ...open, status: isInquiry ? 'warning_closed' : outcome };
    await updateObject(work, closed);
    await recordEvents(work, [{ type: 'charge.dispute.closed', object: closed }]);
    if (closed.status === 'won') {
      const { object: charge } = await getObject(work, 'charge', idOf(open.charge) ?? '', { lock: 'lock' });
      await updateObject(work, { ...charge, disputed: false });
      await recordEvents(work, [{ type: 'charge.dispute.funds_reinstated', object: closed }]);
    }
    return closed;
  });
}
