import type Stripe from 'stripe';
import { makeId } from './ids.ts';
import { toSeconds } from './objects.ts';

export interface CustomerFacts {
  now: Date;
  email: string | null;
  name: string | null;
  phone: string | null;
  description: string | null;
  metadata: Record<string, string>;
}

export function eraseCustomer(customer: Stripe.Customer): Stripe.Customer {
  return { ...customer, description: null, email: null, metadata: {}, name: null, phone: null };
}

export function buildCustomer(facts: CustomerFacts): Stripe.Customer {
  return {
    id: makeId('cus'),
    object: 'customer',
    address: null,
    balance: 0,
    created: toSeconds(facts.now),
    currency: null,
    customer_account: null,
    default_source: null,
    delinquent: false,
    description: facts.description,
    discount: null,
    email: facts.email,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata: facts.metadata,
    name: facts.name,
    next_invoice_sequence: 1,
    phone: facts.phone,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
}
