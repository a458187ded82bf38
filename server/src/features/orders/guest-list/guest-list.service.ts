import { recordAudit } from '../../../db/audit.ts';
import type { Db, Tx } from '../../../db/connect.ts';
import { isTransactionConflict } from '../../../db/failures.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { countAllUses, takeBackUses } from '../../../http/limits.ts';
import type { Signed } from '../../../http/caller.ts';
import type { Actor } from '../../../http/session.ts';
import { hashMailbox } from '../../../mail/mailbox.ts';
import { getEventFor } from '../../events/events.access.service.ts';
import { listOffers } from '../../events/types/types.queries.ts';
import { assertVerified } from '../../users/users.service.ts';
import { sellTogether, type WantedOrder } from '../sale/sell.service.ts';
import {
  composeGuestOrders,
  findListRefusal,
  hashGuestList,
  listGuestKeys,
  type GuestList,
  type GuestListBody,
} from './guest-list.rules.ts';

interface GuestListRequest {
  eventId: number;
  body: GuestListBody;
  /** The idempotency key. */
  key: string;
}

/**
 * The sale is tried again, up to this many times, if a ticket type changed after it was read or PostgreSQL ended a
 * deadlock.
 */
const maxTries = 3;

/**
 * Gives every guest a free order or, if one order is refused, gives nobody an order. A repeated request with the same
 * idempotency key returns the orders of the first request.
 */
export async function giveToGuests(
  deps: Deps,
  { actor, address }: Signed,
  request: GuestListRequest,
): Promise<{ isNew: boolean; orderIds: number[] }> {
  await getEventFor(deps.db, actor, 'issue', { id: request.eventId });
  const list = { ...request, giverId: actor.id };
  const known = await findKnownOrders(deps.db, list);
  if (known) return { isNew: false, orderIds: known };
  if (!actor.isSiteAdmin) await assertVerified(deps.db, actor);
  const uses = listUses({ actor, address }, list);
  await countAllUses(deps, uses);
  const orderIds = await sellAtNewestTypes(deps, actor, list).catch(async (error: unknown) => {
    // No guest gets a mail.
    await takeBackUses(deps, uses);
    throw error;
  });
  if (orderIds) return { isNew: true, orderIds };
  await takeBackUses(deps, uses);
  return { isNew: false, orderIds: (await findKnownOrders(deps.db, list)) ?? [] };
}

/**
 * Limits how many people one account, and all accounts at one network address, can put on guest lists, and how many
 * mails each guest gets. Only the limit per guest applies to site administrators.
 */
function listUses({ actor, address }: Signed, { body }: GuestList) {
  return body.guests.flatMap(({ email }) => [
    { name: 'order_mailbox' as const, subject: hashMailbox(email) },
    ...(actor.isSiteAdmin
      ? []
      : [
          { name: 'naming_address' as const, subject: address },
          { name: 'naming' as const, subject: actor.id },
        ]),
  ]);
}

async function findKnownOrders(db: Db, list: GuestList): Promise<number[] | undefined> {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'body_hash'])
    .where('event_id', '=', list.eventId)
    .where('idempotency_key', 'in', listGuestKeys(list))
    .orderBy('id')
    .execute();
  if (orders.length === 0) return undefined;
  const isSame = orders.every(({ body_hash }) => body_hash?.equals(hashGuestList(list)));
  if (!isSame) throw new ApiError('idempotency_key_reused');
  return orders.map(({ id }) => id);
}

/** Rolls this sale back, because a repeated request sold the same orders at the same moment. */
class SoldMeanwhileError extends Error {}

/** Returns undefined if a repeated request sold the same orders at the same moment. */
async function sellAtNewestTypes(deps: Deps, actor: Actor, list: GuestList): Promise<number[] | undefined> {
  for (let tries = 1; ; tries += 1) {
    const now = deps.clock.now();
    const offers = await listOffers(deps.db, list.eventId, { withHidden: true });
    const wanted = composeGuestOrders(list, offers, now);
    try {
      return await deps.db.transaction().execute((tx) => sellAll(tx, actor, { list, wanted, now }));
    } catch (error) {
      if (error instanceof SoldMeanwhileError) return undefined;
      const isStale = error instanceof ApiError && error.code === 'unavailable';
      if ((!isStale && !isTransactionConflict(error)) || tries === maxTries) throw error;
    }
  }
}

async function sellAll(
  tx: Tx,
  actor: Actor,
  { list, wanted, now }: { list: GuestList; wanted: readonly WantedOrder[]; now: Date },
): Promise<number[]> {
  const { eventId, body } = list;
  // Write the audit entry first: it locks the giver's row, which must happen before the sale locks the event.
  const details = {
    ticket_type_id: body.ticket_type_id,
    tickets: wanted.reduce((sum, { tickets }) => sum + tickets.length, 0),
    orders: wanted.map(({ number }) => number).join(' '),
  };
  const entry = { by: actor, action: 'event.tickets_given', objectId: eventId, eventId } as const;
  await recordAudit(tx, now, { ...entry, details });
  const orders = wanted.map((order) => ({ eventId, order }));
  const outcomes = await sellTogether(tx, orders, now);
  const refusal = findListRefusal(wanted, outcomes);
  // Roll back the orders of the other guests too.
  if (refusal) throw refusal;
  const sold = outcomes.flatMap((outcome) => ('sold' in outcome ? [outcome.sold] : []));
  if (sold.length < wanted.length) throw new SoldMeanwhileError();
  return sold;
}
