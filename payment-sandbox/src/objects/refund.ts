import type Stripe from 'stripe';
import { makeId } from './ids.ts';
import { idOf, toSeconds } from './objects.ts';

export interface RefundFacts {
  now: Date;
  charge: Stripe.Charge;
  amount: number;
  status: 'succeeded' | 'pending';
  reason: string | null;
  metadata: Record<string, string>;
}

export function buildRefund({ now, charge, amount, status, reason, metadata }: RefundFacts): Stripe.Refund {
  return {
    id: makeId('re'),
    object: 'refund',
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: toSeconds(now),
    currency: charge.currency,
    customer: idOf(charge.customer),
    customer_account: null,
    destination_details: {
      type: 'card',
      card: {
        type: 'refund',
        reference_status: 'pending',
        reference_type: 'acquirer_reference_number',
      },
    },
    metadata,
    payment_intent: idOf(charge.payment_intent),
    payment_method: charge.payment_method,
    ...(status === 'pending' ? { pending_reason: 'processing' } : {}),
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
  };
}
