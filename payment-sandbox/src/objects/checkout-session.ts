import type Stripe from 'stripe';
import { toSeconds } from './objects.ts';

export interface SessionFacts {
  id: string;
  url: string;
  now: Date;
  expiresAt: number;
  amountTotal: number;
  currency: string;
  successUrl: string;
  cancelUrl: string | null;
  clientReferenceId: string | null;
  customer: string | null;
  customerEmail: string | null;
  customerCreation: 'always' | 'if_required' | null;
  locale: string | null;
  allowedTypes: 'card'[] | null;
  submitType: 'auto' | 'book' | 'donate' | 'pay' | null;
  billingAddressCollection: 'auto' | 'required' | null;
  savedMethodOptions: Stripe.Checkout.Session.SavedPaymentMethodOptions | null;
  metadata: Record<string, string>;
}

/**
 * Fields of Stripe features that the payment sandbox lacks, such as discounts. The values are those that Stripe gives
 * to a session without these features.
 */
const UNUSED_FEATURES = {
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  client_secret: null,
  collected_information: { business_name: null, individual_name: null, shipping_details: null },
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer_account: null,
  discounts: [],
  integration_identifier: null,
  invoice: null,
  invoice_creation: {
    enabled: false,
    invoice_data: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: null,
      metadata: {},
      rendering_options: null,
    },
  },
  managed_payments: { enabled: false },
  origin_context: null,
  payment_link: null,
  payment_method_configuration_details: null,
  permissions: null,
  phone_number_collection: { enabled: false },
  recovered_from: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  subscription: null,
  wallet_options: null,
} satisfies Partial<Stripe.Checkout.Session>;

/** Builds an open, unpaid session for one card payment on the hosted page. */
export function buildCheckoutSession(facts: SessionFacts): Stripe.Checkout.Session {
  return {
    ...UNUSED_FEATURES,
    id: facts.id,
    object: 'checkout.session',
    allowed_payment_method_types: facts.allowedTypes,
    amount_subtotal: facts.amountTotal,
    amount_total: facts.amountTotal,
    billing_address_collection: facts.billingAddressCollection,
    cancel_url: facts.cancelUrl,
    client_reference_id: facts.clientReferenceId,
    created: toSeconds(facts.now),
    currency: facts.currency,
    customer: facts.customer,
    customer_creation: facts.customerCreation,
    customer_details: facts.customerEmail === null ? null : buildCustomerDetails(facts.customerEmail, null),
    customer_email: facts.customerEmail,
    expires_at: facts.expiresAt,
    livemode: false,
    locale: facts.locale,
    metadata: facts.metadata,
    mode: 'payment',
    payment_intent: null,
    payment_method_collection: 'if_required',
    payment_method_options: { card: { request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    saved_payment_method_options: facts.savedMethodOptions,
    status: 'open',
    submit_type: facts.submitType,
    success_url: facts.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: facts.url,
  };
}

export function buildCustomerDetails(
  email: string | null,
  name: string | null,
): Stripe.Checkout.Session.CustomerDetails {
  return {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
}
