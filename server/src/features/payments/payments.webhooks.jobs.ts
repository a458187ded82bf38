import { sql } from 'kysely';
import type { Deps } from '../../deps.ts';
import { job } from '../../jobs/jobs.ts';
import { settleMoney } from './payments.money.service.ts';
import { findPaymentByIntent, findPaymentByKey } from './payments.queries.ts';
import { findReference, tookMoney } from './payments.rules.ts';
import { settle, settlePayment } from './payments.service.ts';
import { findWebhook, type WebhookRow } from './payments.webhooks.queries.ts';

/** Acts on a stored event, again with growing pauses while that fails. */
export const processWebhookJob = job<{ eventId: string }>({
  name: 'payments.process-webhook',
  retryForSeconds: 24 * 3600,
  async run(deps, { eventId }) {
    const event = await findWebhook(deps.db, eventId);
    if (event && !event.processed_at) await processWebhook(deps, event);
  },
});

/** Acts on an event and notes how that went; throws when it failed. Doing it again changes nothing. */
export async function processWebhook(deps: Deps, event: WebhookRow): Promise<void> {
  try {
    await actOn(deps, event);
  } catch (error) {
    await noteAttempt(deps, event.id, { error: String(error) });
    throw error;
  }
  await noteAttempt(deps, event.id, { processed_at: deps.clock.now(), error: null });
}

type Act = (deps: Deps, event: WebhookRow) => Promise<unknown>;

const settleSession: Act = (deps, { object_id: id }) =>
  settlePayment(deps, { kind: 'session', id: id ?? '' });
// A session's own intent tells of it too: its event may be the one that was not lost.
const settleIntent: Act = (deps, { object_id: id }) => settleByIntent(deps, id ?? '');

/** What is understood; other types are kept and ignored. Each is only a hint: the provider is asked again. */
const acts: Readonly<Record<string, Act>> = {
  'checkout.session.completed': settleSession,
  'checkout.session.async_payment_succeeded': settleSession,
  'checkout.session.async_payment_failed': settleSession,
  'checkout.session.expired': settleSession,
  'payment_intent.succeeded': settleIntent,
  'payment_intent.payment_failed': settleIntent,
  'payment_intent.canceled': settleIntent,
  'charge.refunded': settleReturn,
  'refund.updated': settleReturn,
  'refund.failed': settleReturn,
  'charge.dispute.created': settleReturn,
  // An inquiry may become a dispute proper.
  'charge.dispute.updated': settleReturn,
  'charge.dispute.closed': settleReturn,
};

async function actOn(deps: Deps, event: WebhookRow): Promise<void> {
  await acts[event.type]?.(deps, event);
}

/** Money went back or is asked back. That it had come at all may be news, too, in whatever order events arrive. */
async function settleReturn(deps: Deps, { payment_intent_id: intentId }: WebhookRow): Promise<void> {
  if (intentId === null) return;
  const known = await findPaymentByIntent(deps.db, intentId);
  const payment = known && tookMoney(known.status) ? known : await settleByIntent(deps, intentId);
  if (!payment) return;
  if (!tookMoney(payment.status)) throw new Error(`Payment ${payment.id} is not known to be paid yet`);
  await settleMoney(deps, payment.id);
}

/** The payment that an intent was made for, settled first; undefined when it is none of ours. */
async function settleByIntent(deps: Deps, intentId: string) {
  const intent = await deps.payments.findPayment({ kind: 'intent', id: intentId });
  const payment = intent?.key ? await findPaymentByKey(deps.db, intent.key) : undefined;
  if (!intent || !payment) return undefined;
  if (payment.kind === 'intent') return settle(deps, intent);
  const session = findReference(payment);
  return (session && (await settlePayment(deps, session))) ?? payment;
}

async function noteAttempt(deps: Deps, id: string, outcome: { processed_at?: Date; error: string | null }) {
  await deps.db
    .updateTable('webhook_events')
    .set({ ...outcome, attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .execute();
}
