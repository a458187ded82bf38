import { sql } from 'kysely';
import type { Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { releasePlaces } from '../events/events.seats.service.ts';
import { expireTicketsOf } from '../tickets/tickets.states.service.ts';
import { enqueueExpiredHoldMails } from './mails/expired.service.ts';

const maxExpiredAtOnce = 500;

/**
 * Expires up to 500 holds whose time is over and that have no payment under way, and frees their seats. Skips locked
 * holds. Tells the buyers by mail. Returns the number of expired holds.
 */
export async function expireIdleHoldsPage(deps: Pick<Deps, 'db' | 'jobs'>, now: Date): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    // A buyer may start a payment for one of these holds at this moment. `skip locked` skips the order until that
    // payment is committed. Afterwards `for update` reads the extended hold.
    const { rows } = await sql<{ id: number; placed_at: Date }>`
      with due as (
        select id from orders
        where hold_expires_at <= ${now}
          and status = 'held'
          and not exists (
            select from payments
            where payments.order_id = orders.id and payments.status in ('starting', 'open')
          )
        order by hold_expires_at
        limit ${maxExpiredAtOnce}
        for update skip locked
      )
      update orders set status = 'expired', hold_expires_at = null
      where id in (select id from due)
      returning id, placed_at`.execute(tx);
    await enqueueExpiredHoldMails(deps, tx, rows);
    const orderIds = rows.map(({ id }) => id);
    await releasePlaces(tx, await expireTicketsOf(tx, orderIds));
    return rows.length;
  });
}

/** Keeps a hold at least until this time. The caller has locked the order and found it held. */
export async function keepHoldUntil(tx: Tx, id: number, until: Date): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ hold_expires_at: sql`greatest(hold_expires_at, ${until})` })
    .where('id', '=', id)
    .execute();
}

export async function extendForBuyer(
  tx: Tx,
  id: number,
  { now, until }: { now: Date; until: Date },
): Promise<void> {
  await tx.updateTable('orders').set({ more_time_at: now }).where('id', '=', id).execute();
  await keepHoldUntil(tx, id, until);
}

export const maxHoldsWarnedAtOnce = 200;

/**
 * Finds the holds that end between `after` and `until`, and records that their buyers are warned. Returns only holds
 * without an earlier warning, so that each buyer is warned once.
 */
export function markHoldsWarned(tx: Tx, after: Date, until: Date) {
  return tx
    .updateTable('orders')
    .set((set) => ({ warned_hold_of: set.ref('placed_at') }))
    .where('id', 'in', (select) =>
      select
        .selectFrom('orders')
        .select('id')
        .where('status', '=', 'held')
        .where('hold_expires_at', '>', after)
        .where('hold_expires_at', '<=', until)
        .where('warned_hold_of', 'is distinct from', (where) => where.ref('placed_at'))
        .orderBy('hold_expires_at')
        .limit(maxHoldsWarnedAtOnce)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'placed_at'])
    .execute();
}
