import type { Db } from '../../../db/connect.ts';
import { publicPicture } from '../../../mail/mail-picture.ts';

interface HoldWanted {
  orderId: number;
  /** When the hold was placed. An order of the older API may have been placed again since. */
  heldSince: Date;
  now: Date;
}

/** Selects an order for mails about its hold, unless its event has started or is not published. */
function selectHolds(db: Db, { orderId, heldSince, now }: HoldWanted) {
  return db
    .selectFrom('orders')
    .innerJoin('events', 'events.id', 'orders.event_id')
    .leftJoin('users', 'users.id', 'orders.user_id')
    .select([
      'orders.id',
      'orders.number',
      'orders.key_salt',
      'orders.is_single',
      'orders.user_id',
      'orders.buyer_name',
      'orders.made_by',
      'events.team_id',
      'events.id as event_id',
      'events.private_key as event_key',
      'events.title as event_title',
      'events.start_time',
      'events.end_time',
      'events.location',
      publicPicture.as('event_picture'),
    ])
    .select((select) => [
      select.fn.coalesce('users.email', 'orders.buyer_email').as('email'),
      // An order of the older API may have had several tickets for its place, one after the other.
      select
        .selectFrom('tickets')
        .select((of) => of.fn.count<number>('place').distinct().as('count'))
        .whereRef('tickets.order_id', '=', 'orders.id')
        .as('ticket_count'),
    ])
    .where('orders.id', '=', orderId)
    .where('orders.placed_at', '=', heldSince)
    .where('events.status', '=', 'published')
    .where('events.start_time', '>', now);
}

/**
 * Finds the data for the email about the end of a hold. Returns undefined if the hold is over, or if the event has
 * started or is not published.
 */
export function findHoldForMail(db: Db, wanted: HoldWanted) {
  return selectHolds(db, wanted)
    .select('orders.hold_expires_at')
    .where('orders.hold_expires_at', '>', wanted.now)
    .$narrowType<{ hold_expires_at: Date; ticket_count: number }>()
    .executeTakeFirst();
}

/**
 * Finds the data for the email about a hold that has expired. Returns undefined if the buyer has ordered again, if
 * money has arrived late, or if the event has started or is not published.
 */
export function findExpiredHold(db: Db, wanted: HoldWanted) {
  return selectHolds(db, wanted)
    .where('orders.status', '=', 'expired')
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('orders as later')
            .select('later.id')
            .whereRef('later.event_id', '=', 'orders.event_id')
            .whereRef('later.placed_at', '>', 'orders.placed_at')
            .where((later) =>
              later.or([
                later('later.user_id', '=', later.ref('orders.user_id')),
                later(
                  later.fn('lower', ['later.buyer_email']),
                  '=',
                  later.fn('lower', ['orders.buyer_email']),
                ),
              ]),
            ),
        ),
      ),
    )
    .$narrowType<{ ticket_count: number }>()
    .executeTakeFirst();
}

type SelectedHold = NonNullable<Awaited<ReturnType<typeof findExpiredHold>>>;

export type ExpiredHold = SelectedHold & { email: string };

export type MailedHold = ExpiredHold & { hold_expires_at: Date };
