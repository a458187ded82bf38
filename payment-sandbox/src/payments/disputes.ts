import type Stripe from 'stripe';
import { invalidRequest } from '../api/sandbox-error.ts';
import { recordEvents } from '../webhooks/events.ts';
import { buildDispute } from '../objects/dispute.ts';
import { idOf } from '../objects/objects.ts';
import { getObject, insertObjects, updateObject } from '../objects/object-store.ts';
import { NO_REQUEST, inTransaction, type SandboxTransaction, type SandboxContext } from '../transaction.ts';

/**
 * Opens a dispute: the buyer's bank takes back this amount, by default all money that was not refunded yet. The amount
 * can be larger than what is left after refunds. Throws when everything was refunded.
 */
export async function openDispute(
  context: SandboxContext,
  chargeId: string,
  { amount, reason = 'fraudulent' }: { amount?: number; reason?: string } = {},
): Promise<Stripe.Dispute> {
  return inTransaction(context, NO_REQUEST, async (tx) => {
    const dispute = await recordDispute(tx, { chargeId, amount, reason, isInquiry: false });
    await recordEvents(tx, [{ type: 'charge.dispute.funds_withdrawn', object: dispute }]);
    return dispute;
  });
}

/** Opens an inquiry: the buyer's bank only asks about the charge. The charge can still be refunded. */
export async function openInquiry(context: SandboxContext, chargeId: string): Promise<Stripe.Dispute> {
  return inTransaction(context, NO_REQUEST, (tx) =>
    recordDispute(tx, { chargeId, reason: 'unrecognized', isInquiry: true }),
  );
}

async function recordDispute(
  tx: SandboxTransaction,
  { chargeId, amount, ...facts }: { chargeId: string; amount?: number; reason: string; isInquiry: boolean },
): Promise<Stripe.Dispute> {
  const { object: charge } = await getObject(tx, 'charge', chargeId, { lock: 'lock' });
  const left = charge.amount - charge.amount_refunded;
  if (charge.status !== 'succeeded' || charge.disputed || left === 0) {
    throw invalidRequest(`Charge ${charge.id} cannot be disputed.`, 'charge');
  }
  const dispute = buildDispute({ now: tx.now, charge, amount: amount ?? left, ...facts });
  await insertObjects(tx, [{ object: dispute }]);
  if (!facts.isInquiry) await updateObject(tx, { ...charge, disputed: true });
  await recordEvents(tx, [{ type: 'charge.dispute.created', object: dispute }]);
  return dispute;
}

const closedStatuses = ['won', 'lost', 'warning_closed'];

/**
 * Closes a dispute. With `won` the money goes back to the seller, with `lost` the buyer keeps the money. Closing an
 * inquiry moves no money.
 */
export async function closeDispute(
  context: SandboxContext,
  disputeId: string,
  outcome: 'won' | 'lost',
): Promise<Stripe.Dispute> {
  return inTransaction(context, NO_REQUEST, async (tx) => {
    const { object: open } = await getObject(tx, 'dispute', disputeId, { lock: 'lock' });
    if (closedStatuses.includes(open.status)) {
      throw invalidRequest(`Dispute ${open.id} is already closed.`, 'dispute');
    }
    const isInquiry = open.status.startsWith('warning_');
    const closed: Stripe.Dispute = { ...open, status: isInquiry ? 'warning_closed' : outcome };
    await updateObject(tx, closed);
    await recordEvents(tx, [{ type: 'charge.dispute.closed', object: closed }]);
    if (closed.status === 'won') {
      const { object: charge } = await getObject(tx, 'charge', idOf(open.charge) ?? '', { lock: 'lock' });
      await updateObject(tx, { ...charge, disputed: false });
      await recordEvents(tx, [{ type: 'charge.dispute.funds_reinstated', object: closed }]);
    }
    return closed;
  });
}
