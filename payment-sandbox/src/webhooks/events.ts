import type Stripe from 'stripe';
import { makeId } from '../objects/ids.ts';
import { answer, type ApiAnswer, type ApiCall } from '../api/api-call.ts';
import { noSuchObject } from '../api/sandbox-error.ts';
import { readPaging, buildList, readCreatedRange } from '../api/lists.ts';
import type { SandboxEventBody } from '../sandbox-tables.ts';
import { secondsNow } from '../objects/object-store.ts';
import type { SandboxTransaction } from '../transaction.ts';

/** The Stripe API version of events and responses. The SDK must use the same version. */
export const API_VERSION = '2026-10-28.endive';

interface EventObjects {
  'charge.dispute.closed': Stripe.Dispute;
  'charge.dispute.created': Stripe.Dispute;
  'charge.dispute.funds_reinstated': Stripe.Dispute;
  'charge.dispute.funds_withdrawn': Stripe.Dispute;
  'charge.failed': Stripe.Charge;
  'charge.pending': Stripe.Charge;
  'charge.refunded': Stripe.Charge;
  'charge.succeeded': Stripe.Charge;
  'checkout.session.async_payment_failed': Stripe.Checkout.Session;
  'checkout.session.async_payment_succeeded': Stripe.Checkout.Session;
  'checkout.session.completed': Stripe.Checkout.Session;
  'checkout.session.expired': Stripe.Checkout.Session;
  'customer.created': Stripe.Customer;
  'customer.deleted': Stripe.Customer;
  'customer.updated': Stripe.Customer;
  'payment_intent.canceled': Stripe.PaymentIntent;
  'payment_intent.created': Stripe.PaymentIntent;
  'payment_intent.payment_failed': Stripe.PaymentIntent;
  'payment_intent.processing': Stripe.PaymentIntent;
  'payment_intent.succeeded': Stripe.PaymentIntent;
  'payment_method.attached': Stripe.PaymentMethod;
  'refund.created': Stripe.Refund;
  'refund.failed': Stripe.Refund;
  'refund.updated': Stripe.Refund;
}

type NewEvent = {
  [Type in keyof EventObjects]: {
    type: Type;
    object: EventObjects[Type];
    previous?: Partial<EventObjects[Type]>;
  };
}[keyof EventObjects];

/**
 * Records events in the given order, and queues their webhooks. While the switch `webhookDrop` is on, webhooks are
 * marked as dropped instead.
 */
export async function recordEvents(tx: SandboxTransaction, newEvents: NewEvent[]): Promise<void> {
  const events = newEvents.map((newEvent) => buildEvent(tx, newEvent));
  await tx.db
    .insertInto('sandbox_events')
    .values(
      events.map((event) => ({
        id: event.id,
        type: event.type,
        data: JSON.stringify(event),
        created_at: tx.now,
      })),
    )
    .execute();
  await queueDeliveries(tx, events);
  tx.hasNewEvents = true;
}

function buildEvent(tx: SandboxTransaction, { type, object, previous }: NewEvent): SandboxEventBody {
  return {
    id: makeId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: secondsNow(tx),
    data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: tx.request.id, idempotency_key: tx.request.idempotencyKey },
    type,
  };
}

async function queueDeliveries(tx: SandboxTransaction, events: SandboxEventBody[]): Promise<void> {
  const { switches, context } = tx;
  const rows = events
    .filter((event) => context.webhookEvents?.includes(event.type) ?? true)
    .flatMap((event) =>
      Array.from({ length: 1 + switches.webhookDuplicates }, () => ({
        event_id: event.id,
        status: switches.webhookDrop ? ('dropped' as const) : ('pending' as const),
        next_attempt_at: new Date(tx.now.getTime() + switches.webhookDelayMs),
        created_at: tx.now,
      })),
    );
  if (rows.length > 0) await tx.db.insertInto('sandbox_deliveries').values(rows).execute();
}

export async function retrieveEvent(tx: SandboxTransaction, call: ApiCall): Promise<ApiAnswer> {
  const id = call.pathPart('id');
  const row = await tx.db.selectFrom('sandbox_events').select('data').where('id', '=', id).executeTakeFirst();
  if (!row) throw noSuchObject('event', id, 'id', 404);
  return answer(row.data);
}

export async function listEvents(tx: SandboxTransaction, { params }: ApiCall): Promise<ApiAnswer> {
  const paging = readPaging(params);
  const type = params.text('type');
  const types = type === undefined ? params.texts('types') : [type];
  const { createdFrom, createdBefore } = readCreatedRange(params);
  let query = tx.db.selectFrom('sandbox_events').select('data');
  if (types.length > 0) query = query.where('type', 'in', types);
  if (createdFrom !== undefined) query = query.where('created_at', '>=', createdFrom);
  if (createdBefore !== undefined) query = query.where('created_at', '<', createdBefore);
  const cursor = paging.after ?? paging.before;
  if (cursor !== undefined) {
    query = query.where('seq', paging.after === undefined ? '>' : '<', (eb) =>
      eb.selectFrom('sandbox_events').select('seq').where('id', '=', cursor),
    );
  }
  const backwards = paging.after === undefined && paging.before !== undefined;
  const rows = await query
    .orderBy('seq', backwards ? 'asc' : 'desc')
    .limit(paging.limit + 1)
    .execute();
  const page = rows.slice(0, paging.limit).map((row) => row.data);
  const data = backwards ? page.toReversed() : page;
  return answer(buildList('/v1/events', data, rows.length > paging.limit));
}
