import type Stripe from 'stripe';
import { makeToken } from './ids.ts';
import { toSeconds, type IntentData } from './objects.ts';

export interface IntentFacts extends IntentData {
  id: string;
  now: Date;
  amount: number;
  currency: string;
  customer: string | null;
  paymentMethod: string | null;
  allowedTypes: 'card'[] | null;
  automaticPaymentMethods: Stripe.PaymentIntent.AutomaticPaymentMethods | null;
}

/** Builds a payment intent that nobody has tried to pay yet. */
export function buildPaymentIntent(facts: IntentFacts): Stripe.PaymentIntent {
  return {
    id: facts.id,
    object: 'payment_intent',
    allowed_payment_method_types: facts.allowedTypes,
    amount: facts.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: facts.automaticPaymentMethods,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${facts.id}_secret_${makeToken(25)}`,
    confirmation_method: 'automatic',
    created: toSeconds(facts.now),
    currency: facts.currency,
    customer: facts.customer,
    customer_account: null,
    description: facts.description,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: { enabled: false },
    metadata: facts.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: facts.paymentMethod,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: 'automatic',
      },
    },
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: facts.receiptEmail,
    review: null,
    setup_future_usage: facts.setupFutureUsage,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: facts.statementDescriptorSuffix,
    status: facts.paymentMethod === null ? 'requires_payment_method' : 'requires_confirmation',
    transfer_data: null,
    transfer_group: null,
  };
}
