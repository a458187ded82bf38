import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import { tryTakePlaces } from '../events/events.seats.service.ts';
import { countPlaces, issueAgain, issueTickets } from '../tickets/tickets.states.service.ts';

export interface PaidOrder {
  isSingle: boolean;
  ticketIds: number[];
}

/**
 * Confirms a hold and issues its tickets after the payment. From now on the order counts as the buyer's own. The
 * order's mail becomes due. With the older API, the ticket has a mail of its own instead. Returns undefined if the
 * order is not a hold.
 */
export async function confirmHold(
  tx: Tx,
  id: number,
  { now, paymentId }: { now: Date; paymentId: number },
): Promise<PaidOrder | undefined> {
  const confirmed = await tx
    .updateTable('orders')
    .set({
      status: 'confirmed',
      confirmed_at: now,
      hold_expires_at: null,
      made_by: null,
      mail_due_at: sql<Date | null>`case when is_single then null else ${now}::timestamptz end`,
    })
    .where('id', '=', id)
    .where('status', '=', 'held')
    .returning('is_single')
    .executeTakeFirst();
  if (!confirmed) return undefined;
  return { isSingle: confirmed.is_single, ticketIds: await issueTickets(tx, id, { now, paymentId }) };
}

/**
 * Makes a cancelled or expired order active again, because its money arrived late. Returns undefined if a limit is
 * reached, the places are gone, the order was paid before, or the buyer's account was deleted. Changes the order only after taking its places, so that
 * an order without places stays inactive.
 */
export async function reactivate(
  tx: Tx,
  id: number,
  { now, paymentId, pricePence }: { now: Date; paymentId: number; pricePence: number },
): Promise<PaidOrder | undefined> {
  const inactive = await tx
    .selectFrom('orders')
    .select(['event_id', 'is_single'])
    .where('id', '=', id)
    .where('status', 'in', ['cancelled', 'expired'])
    .where('buyer_email', 'is not', null)
    // The older API reuses an order for each new registration. Any other order is bought only once.
    .where((where) => where.or([where('is_single', '=', true), where('confirmed_at', 'is', null)]))
    .forUpdate()
    .executeTakeFirst();
  if (!inactive) return undefined;
  const { event_id: eventId, is_single: isSingle } = inactive;
  const places = { eventId, orderId: id, wanted: await countPlaces(tx, id), now };
  if ((await tryTakePlaces(tx, places)) !== null) return undefined;
  await tx
    .updateTable('orders')
    .set({
      status: 'confirmed',
      confirmed_at: now,
      hold_expires_at: null,
      made_by: null,
      // In the older API, the money starts a new registration.
      ...(isSingle
        ? { placed_at: now, subtotal_pence: pricePence, total_pence: pricePence }
        : { mail_due_at: now }),
    })
    .where('id', '=', id)
    .execute();
  const ticketIds = await issueAgain(tx, id, { now, paymentId, pricePence: isSingle ? pricePence : null });
  return { isSingle, ticketIds };
}
