import type Stripe from 'stripe';
import type { CardOnFile } from '../payments/test-cards.ts';
import { makeId } from './ids.ts';
import { NO_ADDRESS, toSeconds } from './objects.ts';

export interface PaymentMethodFacts {
  now: Date;
  card: CardOnFile;
  email: string | null;
  name: string | null;
}

/** Builds a payment method for a card. The payment method belongs to no customer yet. */
export function buildPaymentMethod({ now, card, email, name }: PaymentMethodFacts): Stripe.PaymentMethod {
  return {
    id: makeId('pm'),
    object: 'payment_method',
    allow_redisplay: 'unspecified',
    billing_details: { address: NO_ADDRESS, email, name, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'GB',
      display_brand: card.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: card.fingerprint,
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: toSeconds(now),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
}
