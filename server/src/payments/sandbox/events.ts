import type Stripe from 'stripe';
import { makeId } from './ids.ts';
import { answer, type ApiAnswer, type ApiCall } from './api-call.ts';
import { noSuchObject } from './api-errors.ts';
import { readPaging, buildList, readCreatedRange } from './lists.ts';
import type { SandboxEventBody } from './sandbox.tables.ts';
import { secondsNow } from './store.ts';
import type { Work } from './work.ts';

/** The API version that events are written in; the SDK's own. */
export const API_VERSION = '2026-10-28.endive';

/** What can happen, and to what kind of object. */
interface Happenings {
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

type Happening = {
  [Type in keyof Happenings]: {
    type: Type;
    object: Happenings[Type];
    previous?: Partial<Happenings[Type]>;
  };
}[keyof Happenings];

/** Records what happened, in the order given, and queues one webhook for each as the switches say. */
export async function recordEvents(work: Work, happenings: Happening[]): Promise<void> {
  const events = happenings.map((happening) => buildEvent(work, happening));
  await work.db
    .insertInto('sandbox_events')
    .values(
      events.map((event) => ({
        id: event.id,
        type: event.type,
        data: JSON.stringify(event),
        created_at: work.now,
      })),
    )
    .execute();
  await queueDeliveries(work, events);
  work.hasNews = true;
}

function buildEvent(work: Work, { type, object, previous }: Happening): SandboxEventBody {
  return {
    id: makeId('evt'),
    object: 'event',
    api_version: API_VERSION,
    created: secondsNow(work),
    data: { object, ...(previous === undefined ? {} : { previous_attributes: previous }) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: work.request.id, idempotency_key: work.request.idempotencyKey },
    type,
  };
}

async function queueDeliveries(work: Work, events: SandboxEventBody[]): Promise<void> {
  const { switches, world } = work;
  const rows = events
    .filter((event) => world.webhookEvents?.includes(event.type) ?? true)
    .flatMap((event) =>
      Array.from({ length: 1 + switches.webhookDuplicates }, () => ({
        event_id: event.id,
        status: switches.webhookDrop ? ('dropped' as const) : ('pending' as const),
        next_attempt_at: new Date(work.now.getTime() + switches.webhookDelayMs),
        created_at: work.now,
      })),
    );
  if (rows.length > 0) await work.db.insertInto('sandbox_deliveries').values(rows).execute();
}

export async function retrieveEvent(work: Work, call: ApiCall): Promise<ApiAnswer> {
  const id = call.pathPart('id');
  const row = await work.db
    .selectFrom('sandbox_events')
    .select('data')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw noSuchObject('event', id, 'id', 404);
  return answer(row.data);
}

export async function listEvents(work: Work, { params }: ApiCall): Promise<ApiAnswer> {
  const paging = readPaging(params);
  const type = params.text('type');
  const types = type === undefined ? params.texts('types') : [type];
  const { createdFrom, createdBefore } = readCreatedRange(params);
  let query = work.db.selectFrom('sandbox_events').select('data');
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
