import type Stripe from 'stripe';
import type { CardDecline, CardOnFile } from '../payments/test-cards.ts';
import { makeId } from './ids.ts';
import { idOf, toSeconds } from './objects.ts';

export interface ChargeFacts {
  now: Date;
  intent: Stripe.PaymentIntent;
  method: Stripe.PaymentMethod;
  card: CardOnFile;
  status: 'succeeded' | 'pending' | 'failed';
  decline: CardDecline | null;
}

/** Builds a charge: one attempt to take money from a card for a payment intent. */
export function buildCharge({ now, intent, method, card, status, decline }: ChargeFacts): Stripe.Charge {
  const failed = status === 'failed';
  return {
    id: makeId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: failed ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'FOYER SANDBOX',
    captured: !failed,
    created: toSeconds(now),
    currency: intent.currency,
    customer: idOf(intent.customer),
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: buildOutcome(decline),
    paid: !failed,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { type: 'card', card: buildCardDetails(card, intent.amount) },
    radar_options: {},
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status,
    transfer_data: null,
    transfer_group: null,
  };
}

function buildOutcome(decline: CardDecline | null): Stripe.Charge.Outcome {
  return {
    advice_code: decline === null ? null : 'try_again_later',
    network_advice_code: null,
    network_decline_code: null,
    network_status: decline === null ? 'approved_by_network' : 'declined_by_network',
    reason: decline?.declineCode ?? decline?.code ?? null,
    risk_level: 'normal',
    risk_score: 20,
    seller_message: decline === null ? 'Payment complete.' : 'The bank did not return any further details.',
    type: decline === null ? 'authorized' : 'issuer_declined',
  };
}

function buildCardDetails(card: CardOnFile, amount: number): Stripe.Charge.PaymentMethodDetails.Card {
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'GB',
    electronic_commerce_indicator: null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    extended_authorization: { status: 'disabled' },
    fingerprint: card.fingerprint,
    funding: 'credit',
    incremental_authorization: { status: 'unavailable' },
    installments: null,
    last4: card.number.slice(-4),
    mandate: null,
    multicapture: { status: 'unavailable' },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: amount, status: 'unavailable' },
    regulated_status: 'unregulated',
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}
