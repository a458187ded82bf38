import type { Step } from './steps.ts';
import { ask, choose, type World } from './world.ts';

const newest = 10;

/**
 * Checks in all tickets of an order by the code of one of them. The tickets that were given to somebody else must stay
 * as they are, except the one whose code was scanned.
 */
export async function admitGroup(world: World, { app, pick }: Step): Promise<string> {
  const tickets = await world.apps[0].db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .select(['tickets.id', 'tickets.order_id', 'tickets.short_code'])
    .where('tickets.event_id', 'in', world.events)
    .where('tickets.status', '=', 'valid')
    .where('orders.is_single', '=', false)
    .orderBy('tickets.id', 'desc')
    .limit(newest)
    .execute();
  const ticket = choose(tickets, pick);
  if (!ticket?.short_code) return 'nobody to admit';
  const before = await countOthersGivenAway(world, ticket);
  const request = { as: world.organiser, params: { codeOrId: ticket.short_code } };
  const { outcome } = await ask(world, app, 'POST /tickets/use/:codeOrId/order', request);
  const after = await countOthersGivenAway(world, ticket);
  if (world.isAlone && after !== before) throw new Error(`A group took somebody else's ticket with it`);
  return `order ${ticket.order_id}: ${outcome}`;
}

async function countOthersGivenAway(
  { apps }: World,
  scanned: { id: number; order_id: number },
): Promise<number> {
  const tickets = await apps[0].db
    .selectFrom('tickets')
    .select('id')
    .where('order_id', '=', scanned.order_id)
    .where('id', '<>', scanned.id)
    .where('status', '=', 'valid')
    .where('transferred_at', 'is not', null)
    .execute();
  return tickets.length;
}

/** Scans the code that a ticket had before it was given to somebody else. Nobody may come in with it. */
export async function scanOldCode(world: World, { app, pick }: Step): Promise<string> {
  const codeOrId = choose(world.oldCodes.slice(-newest), pick);
  if (!codeOrId) return 'nothing to scan';
  const request = { as: world.organiser, params: { codeOrId } };
  const answer =
    pick % 3 === 0
      ? await ask(world, app, 'POST /tickets/use/:codeOrId/order', request)
      : await ask(world, app, 'POST /tickets/use/:codeOrId', request);
  // A ticket is not found when its event was deleted.
  if (answer.outcome !== 'ticket_code_replaced' && answer.outcome !== 'ticket_not_found')
    throw new Error(`The old code ${codeOrId} was answered with ${answer.outcome}`);
  return answer.outcome;
}
