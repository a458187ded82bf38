import { sql } from 'kysely';
import { testPassword } from '../factories.ts';
import { connectProvider } from '../payments.ts';
import { atProvider } from './provider.ts';
import { singleCount, type Step } from './steps.ts';
import { settleOrder } from './orders.ts';
import { ask, choose, recordSession, type World } from './world.ts';

/** The provider's test cards. Most of these cards lead to a successful payment. */
const cards = [
  { number: '4242424242424242', token: 'pm_card_visa' },
  { number: '4242424242424242', token: 'pm_card_visa' },
  { number: '4242424242424242', token: 'pm_card_visa' },
  { number: '4000000000007726', token: 'pm_card_pendingRefund' },
  { number: '4000000000000002', token: 'pm_card_chargeDeclined' },
  { number: '4000000000009995', token: 'pm_card_chargeDeclinedInsufficientFunds' },
] as const;

/** A step chooses among this many of the newest checkout sessions, including expired ones. */
const newest = 6;

function findPerson(world: World, { person }: Step) {
  const found = world.people[person];
  if (!found) throw new Error(`There is no person ${person}`);
  return found;
}

/** Usually finds an event with one ticket type, because the older calls sell no other event. */
function findEvent(world: World, { event, pick }: Step): number {
  return world.events[pick % 8 === 0 ? event : event % singleCount] ?? 0;
}

export async function register(world: World, step: Step) {
  const as = findPerson(world, step);
  const params = { id: findEvent(world, step) };
  return (await ask(world, step.app, 'POST /events/:id/register', { as, params, body: {} })).outcome;
}

export async function checkout(world: World, step: Step) {
  const as = findPerson(world, step);
  const body = { eventId: findEvent(world, step), userId: as.id };
  const answer = await ask(world, step.app, 'POST /stripe/create-checkout-session', { as, body });
  if (answer.status === 200) recordSession(world, answer.body.sessionId, as);
  return answer.outcome;
}

export async function openIntent(world: World, step: Step) {
  const as = findPerson(world, step);
  const body = { eventId: findEvent(world, step), userId: as.id };
  const answer = await ask(world, step.app, 'POST /stripe/create-payment-intent', { as, body });
  if (answer.status === 200) world.intents.push(answer.body.paymentIntentId);
  return answer.outcome;
}

/**
 * Uses an older call for an event at which a person has an active order from `POST /orders`. The older calls must count
 * the order as a registration: list it, and sell no other place.
 */
export async function useBothApis(world: World, { app, pick }: Step) {
  const order = await findWebOrder(world, pick >> 3);
  const as = world.people.find(({ id }) => id === order?.user_id);
  if (!order || !as) return 'nobody with an order';
  const { id, event_id: eventId } = order;
  if (pick % 4 === 0) return cancelListed(world, { app, as, id });
  const body = { eventId, userId: as.id };
  const answer =
    pick % 4 === 1
      ? await ask(world, app, 'POST /events/:id/register', { as, params: { id: eventId }, body: {} })
      : pick % 4 === 2
        ? await ask(world, app, 'POST /stripe/create-checkout-session', { as, body })
        : await ask(world, app, 'POST /stripe/create-payment-intent', { as, body });
  if (world.isAlone && answer.status < 300)
    throw new Error(`A place was sold to the buyer of the order ${id}`);
  return answer.outcome;
}

/** Finds an active order of a person, at an event that the older calls can sell. */
function findWebOrder({ apps, events, people }: World, pick: number) {
  return apps[0].db
    .selectFrom('orders')
    .select(['id', 'event_id', 'user_id'])
    .where('is_single', '=', false)
    .where('status', 'in', ['held', 'confirmed'])
    .where('event_id', 'in', events.slice(0, singleCount))
    .where(
      'user_id',
      'in',
      people.map(({ id }) => id),
    )
    .orderBy(sql`status = 'held'`, 'desc')
    .orderBy('id', 'desc')
    .offset(pick % 2)
    .limit(1)
    .executeTakeFirst();
}

async function cancelListed(
  world: World,
  { app, as, id }: { app: 0 | 1; as: World['people'][number]; id: number },
) {
  const listed = await ask(world, app, 'GET /users/:id/registrations', { as, params: { id: as.id } });
  if (!world.isAlone || listed.status !== 200) return listed.outcome;
  if (!listed.body.registrations.some((one) => one.id === id))
    throw new Error(`The order ${id} is not listed`);
  const { outcome } = await ask(world, app, 'PATCH /events/registrations/:id/cancel', { as, params: { id } });
  if (outcome === 'registration_not_found') throw new Error(`The listed order ${id} cannot be cancelled`);
  return outcome;
}

/**
 * Usually tries to pay a checkout session that is not paid yet. One time in five, tries to pay any session.
 */
export async function pay(world: World, { app, pick }: Step) {
  const unpaid = world.sessions.filter(({ isDone }) => !isDone);
  const session = choose((pick % 5 === 0 ? world.sessions : unpaid).slice(-newest), pick >> 3);
  const card = choose(cards, pick >> 6);
  if (!session || !card) return 'nothing to pay';
  const { number } = card;
  const { outcome } = await world.apps[app].sandbox.payWithCard(session.id, { number });
  session.isDone = outcome === 'paid' || outcome === 'expired' || outcome === 'already complete';
  return outcome;
}

export async function payIntent(world: World, { app, pick }: Step) {
  const intent = choose(world.intents.slice(-2), pick);
  const card = choose(cards, pick >> 4);
  if (!intent || !card) return 'nothing to pay';
  const stripe = connectProvider(world.apps[app]);
  return atProvider(world, async () => {
    const paid = await stripe.paymentIntents.confirm(intent, { payment_method: card.token });
    return paid.status;
  });
}

/** The buyer returns from the payment page, and the browser asks the server for the payment's status. */
export async function comeBack(world: World, { app, pick }: Step) {
  const session = choose(world.sessions.slice(-newest), pick);
  if (!session) return 'nobody to come back';
  const { id, buyer } = session;
  if ('number' in buyer) return settleOrder(world, app, buyer);
  if (!world.people.includes(buyer)) return 'nobody to come back';
  const request = { as: buyer, params: { sessionId: id } };
  const answer =
    pick % 3 === 0
      ? await ask(world, app, 'GET /stripe/payment-status/:sessionId', request)
      : await ask(world, app, 'POST /stripe/sync-payment/:sessionId', request);
  return answer.outcome;
}

export async function cancel(world: World, step: Step) {
  const as = findPerson(world, step);
  const registration = await world.apps[0].db
    .selectFrom('orders')
    .select('id')
    .where('user_id', '=', as.id)
    .where('event_id', '=', findEvent(world, step))
    .executeTakeFirst();
  if (!registration) return 'nothing to cancel';
  const params = { id: registration.id };
  return (await ask(world, step.app, 'PATCH /events/registrations/:id/cancel', { as, params })).outcome;
}

export async function deleteUser(world: World, step: Step) {
  const as = findPerson(world, step);
  const request = { as, params: { id: as.id }, body: { current_password: testPassword } };
  return (await ask(world, step.app, 'DELETE /users/:id', request)).outcome;
}
