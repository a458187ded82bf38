import type { Stripe } from 'stripe';
import type {
  KeptCard,
  NewIntent,
  NewRefund,
  NewSession,
  ProviderDispute,
  ProviderEvent,
  ProviderPayment,
  ProviderRefund,
  ProviderSession,
  SessionLine,
} from './provider.ts';

/** A card payment succeeds or fails at once. Other payment methods could hold a place for days. */
const onlyCards = { allowed_payment_method_types: ['card'] } satisfies Pick<
  Stripe.Checkout.SessionCreateParams,
  'allowed_payment_method_types'
>;

export function describeSession(session: NewSession): Stripe.Checkout.SessionCreateParams {
  const metadata = describeSale(session);
  return {
    mode: 'payment',
    ...onlyCards,
    line_items: session.lines.map((line, place) =>
      describeLine(line, place === 0 ? session.pictureUrl : null),
    ),
    ...describeBuyer(session.buyer),
    client_reference_id: session.key,
    metadata,
    payment_intent_data: { metadata },
    success_url: session.successUrl,
    cancel_url: session.cancelUrl,
    expires_at: Math.floor(session.expiresAt.getTime() / 1000),
  };
}

function describeLine({ name, description, quantity, unitPence }: SessionLine, pictureUrl: string | null) {
  return {
    quantity,
    price_data: {
      currency: 'gbp',
      unit_amount: unitPence,
      product_data: {
        name,
        description,
        ...(pictureUrl && { images: [pictureUrl] }),
      },
    },
  };
}

function describeBuyer(buyer: NewSession['buyer']): Stripe.Checkout.SessionCreateParams {
  if ('email' in buyer) return { customer_email: buyer.email };
  return {
    customer: buyer.customerId,
    // Buyers choose on the payment page whether the provider stores their card.
    saved_payment_method_options: { payment_method_save: 'enabled' },
  };
}

export function describeIntent(intent: NewIntent): Stripe.PaymentIntentCreateParams {
  return {
    amount: intent.amountPence,
    currency: 'gbp',
    ...onlyCards,
    customer: intent.customerId,
    description: intent.title,
    metadata: describeSale(intent),
  };
}

function describeSale(sale: { key: string; eventId: number }) {
  return { payment: sale.key, event: String(sale.eventId) };
}

/**
 * Tells whether the buyer completed the session but the payment failed, which only the payment intent shows. The
 * session is then over, because it takes no second card.
 */
function hasFailed({ status, payment_status, payment_intent: intent }: Stripe.Checkout.Session): boolean {
  if (status !== 'complete' || payment_status !== 'unpaid' || !intent || typeof intent === 'string')
    return false;
  return intent.status === 'requires_payment_method' || intent.status === 'canceled';
}

export function readSession(session: Stripe.Checkout.Session): ProviderSession {
  const intent = session.payment_intent;
  return {
    kind: 'session',
    id: session.id,
    status: session.status ?? 'open',
    isPaid: session.payment_status === 'paid',
    isOver: session.status === 'expired' || hasFailed(session),
    paymentStatus: session.payment_status,
    key: readKey(session.metadata?.payment),
    paymentIntentId: typeof intent === 'string' ? intent : (intent?.id ?? null),
    amountPence: session.amount_total ?? 0,
    currency: session.currency ?? 'gbp',
    url: session.url,
    clientSecret: null,
  };
}

export function readIntent(intent: Stripe.PaymentIntent): ProviderPayment {
  return {
    kind: 'intent',
    id: intent.id,
    isPaid: intent.status === 'succeeded',
    isOver: intent.status === 'canceled',
    key: readKey(intent.metadata.payment),
    paymentIntentId: intent.id,
    amountPence: intent.amount,
    currency: intent.currency,
    url: null,
    clientSecret: intent.client_secret,
  };
}

/**
 * Reads the key of our ledger row. Returns null without one, or when other software stored another value under this
 * name.
 */
function readKey(key: string | undefined): string | null {
  return key && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(key) ? key : null;
}

export function describeRefund(refund: NewRefund): Stripe.RefundCreateParams {
  const { paymentIntentId: payment_intent, amountPence: amount } = refund;
  const metadata = { refund: refund.key, attempt: String(refund.attempt) };
  return { payment_intent, amount, metadata };
}

export function readRefund({ id, status, amount, metadata }: Stripe.Refund): ProviderRefund {
  const attempt = /^\d{1,9}$/.test(metadata?.attempt ?? '') ? Number(metadata?.attempt) : null;
  const key = readKey(metadata?.refund);
  return { id, status: readRefundStatus(status), amountPence: amount, key, attempt };
}

function readRefundStatus(status: string | null): ProviderRefund['status'] {
  if (status === 'succeeded') return status;
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending';
}

/**
 * The statuses with which we keep the money. A bank's inquiry counts as won when it was closed, or resolved before it
 * became a dispute.
 */
const wonStatuses = ['won', 'warning_closed', 'prevented'];

export function readDispute({ id, status, amount, ...dispute }: Stripe.Dispute): ProviderDispute {
  if (wonStatuses.includes(status)) return { id, status: 'won', heldPence: 0, isRefundable: true };
  if (status === 'lost') return { id, status: 'lost', heldPence: amount, isRefundable: false };
  const isInquiry = status.startsWith('warning_');
  const isRefundable = isInquiry || dispute.is_charge_refundable;
  return { id, status: 'open', heldPence: isInquiry ? 0 : amount, isRefundable };
}

export function readEvent({ id, type, data: { object } }: Stripe.Event): ProviderEvent {
  return { id, type, objectId: readText(object, 'id'), paymentIntentId: readText(object, 'payment_intent') };
}

function readText(object: object, field: string): string | null {
  const value: unknown = Object.entries(object).find(([name]) => name === field)?.[1];
  return typeof value === 'string' ? value : null;
}

/** Returns undefined for a stored payment method that is not a card. */
export function readCard({ id, card }: Stripe.PaymentMethod): KeptCard | undefined {
  return (
    card && { id, brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }
  );
}

/**
 * Whether Stripe has finished the request. Otherwise the request may still take effect: the answer was lost, an earlier
 * request with the same idempotency key is still running (409), Stripe gets too many requests (429), or a proxy
 * answered for Stripe (above 500).
 */
export function isFinalAnswer({ statusCode }: { statusCode?: number }): boolean {
  return statusCode !== undefined && statusCode <= 500 && statusCode !== 409 && statusCode !== 429;
}
