import type { Foyer } from '../server.ts';
import { call, logInDemoUser, publishEventBy, type User } from '../users.ts';

/** The parts of an event that web addresses name. */
export interface Sample {
  event: string;
  /** Another event, which repeats. */
  series: string;
  type: string;
  order: string;
  code: string;
  /** The key of a link for volunteers. */
  key: string;
}

const hour = 3_600_000;
const day = 24 * hour;

/**
 * Publishes an event of the user `teamadmin` that starts soon, so that its door is open. The user `attendee` has two
 * tickets, and got a message.
 */
export async function makeSample(foyer: Foyer): Promise<Sample> {
  const organiser = await logInDemoUser(foyer, 'teamadmin');
  const event = await publishEventBy(foyer, organiser, { title: 'Kites on the Common', startsIn: 2 * hour });
  const { type, order, code } = await orderTickets(foyer, event);
  const message = { subject: 'Bring a coat', text: 'The wind is **cold** on the hill.', audience: 'all' };
  const key = { 'idempotency-key': `message-about-${event}-kites` };
  await call(foyer, `POST /events/${event}/messages`, organiser, message, key);
  const link = await call<{ key: string }>(foyer, `POST /events/${event}/door-links`, organiser, {
    name: 'Gate A',
  });
  const series = await publishSeries(foyer, organiser);
  return { event: String(event), series: String(series), type: String(type), order, code, key: link.key };
}

async function orderTickets(foyer: Foyer, event: number) {
  const { ticket_types: types } = await call<{ ticket_types: { id: number }[] }>(
    foyer,
    `GET /events/${event}/ticket-types`,
    null,
  );
  const type = types[0]?.id ?? 0;
  const attendees = [{ name: 'Mara Ellis' }, { name: 'Nell Marsh' }];
  const body = { event_id: event, items: [{ ticket_type_id: type, quantity: 2, attendees }] };
  const buyer = await logInDemoUser(foyer, 'attendee');
  const { order } = await call<{ order: { number: string; tickets: { short_code: string }[] } }>(
    foyer,
    'POST /orders',
    buyer,
    body,
    { 'idempotency-key': `order-of-kites-for-${event}` },
  );
  return { type, order: order.number, code: order.tickets[0]?.short_code ?? '' };
}

async function publishSeries(foyer: Foyer, organiser: User): Promise<number> {
  const first = await publishEventBy(foyer, organiser, { title: 'Kite Workshop', startsIn: 9 * day });
  const starts = [16, 23].map((days) => new Date(Date.now() + days * day).toISOString());
  await call(foyer, `POST /events/${first}/repeats`, organiser, { starts });
  return first;
}
