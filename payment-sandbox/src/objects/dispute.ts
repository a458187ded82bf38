import type Stripe from 'stripe';
import { makeId } from './ids.ts';
import { idOf, toSeconds } from './objects.ts';

const SECONDS_TO_ANSWER = 7 * 24 * 60 * 60;

export interface DisputeFacts {
  now: Date;
  charge: Stripe.Charge;
  amount: number;
  reason: string;
  /** With true, this is an inquiry: the buyer's bank only asks about the charge, and takes no money yet. */
  isInquiry: boolean;
}

/** Builds a dispute or an inquiry that waits for the seller's answer. */
export function buildDispute({ now, charge, amount, reason, isInquiry }: DisputeFacts): Stripe.Dispute {
  const brand = charge.payment_method_details?.card?.brand ?? 'visa';
  return {
    id: makeId('du'),
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: toSeconds(now),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: buildEmptyEvidence(charge.billing_details),
    evidence_details: {
      due_by: toSeconds(now) + SECONDS_TO_ANSWER,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: isInquiry,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: idOf(charge.payment_intent),
    payment_method_details: {
      type: 'card',
      card: {
        brand,
        case_type: isInquiry ? 'inquiry' : 'chargeback',
        network: brand,
        network_reason_code: '10.4',
      },
    },
    reason,
    status: isInquiry ? 'warning_needs_response' : 'needs_response',
  };
}

function buildEmptyEvidence(payer: Stripe.Charge.BillingDetails): Stripe.Dispute.Evidence {
  return {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: payer.email,
    customer_name: payer.name,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  };
}
