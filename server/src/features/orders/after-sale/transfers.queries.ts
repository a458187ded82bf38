import type { Db, Tx } from '../../../db/connect.ts';

export async function findOrderOfTicket(db: Db, ticketId: number): Promise<string | undefined> {
  const order = await db
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .select('orders.number')
    .where('tickets.id', '=', ticketId)
    .executeTakeFirst();
  return order?.number;
}

/** Locks the payment of a ticket against changes. Returns whether the buyer's bank has asked for the money back. */
export async function lockPaymentShared(tx: Tx, ticketId: number): Promise<boolean> {
  const payment = await tx
    .selectFrom('payments')
    .select(['disputed_at', 'is_refund_blocked'])
    .where('id', '=', (nested) =>
      nested.selectFrom('tickets').select('payment_id').where('tickets.id', '=', ticketId),
    )
    .forShare()
    .executeTakeFirst();
  return payment !== undefined && (payment.disputed_at !== null || payment.is_refund_blocked);
}

/** Locks a ticket. Returns the facts that decide whether the buyer can give the ticket to somebody else. */
export function lockTicketToTransfer(tx: Tx, ticketId: number) {
  return tx
    .selectFrom('tickets')
    .innerJoin('orders', 'orders.id', 'tickets.order_id')
    .innerJoin('events', 'events.id', 'tickets.event_id')
    .select([
      'tickets.id',
      'tickets.status',
      'tickets.attendee_email',
      'tickets.ticket_code',
      'tickets.short_code',
      'tickets.transferred_at',
      'orders.is_single',
      'events.status as event_status',
      'events.start_time',
      'events.allows_transfers',
    ])
    .where('tickets.id', '=', ticketId)
    .forUpdate('tickets')
    .executeTakeFirst();
}
