/**
 * The webhook events that Foyer acts on, each with its subject: a checkout session, a payment intent, or money that
 * went back. Foyer only stores events of other types.
 */
export const webhookTypes = {
  'checkout.session.completed': 'session',
  'checkout.session.async_payment_succeeded': 'session',
  'checkout.session.async_payment_failed': 'session',
  'checkout.session.expired': 'session',
  'payment_intent.succeeded': 'intent',
  'payment_intent.payment_failed': 'intent',
  'payment_intent.canceled': 'intent',
  'charge.refunded': 'money',
  'refund.updated': 'money',
  'refund.failed': 'money',
  'charge.dispute.created': 'money',
  // A bank's inquiry may turn into a dispute, which Stripe reports as an update.
  'charge.dispute.updated': 'money',
  'charge.dispute.closed': 'money',
} as const;

type WebhookSubject = (typeof webhookTypes)[keyof typeof webhookTypes];

export function findWebhookSubject(type: string): WebhookSubject | undefined {
  return Object.entries(webhookTypes).find(([known]) => known === type)?.[1];
}
