import { randomUUID } from 'node:crypto';
import type { Tx } from '@foyer/server/db/connect.ts';
import { composeLines } from '@foyer/server/features/payments/checkout/lines.rules.ts';
import type { ConnectedPayments } from '@foyer/server/payments/connect.ts';
import { sql } from 'kysely';
import type { SoldOrder } from './orders.ts';

export type Sandbox = NonNullable<ConnectedPayments['sandbox']>;

const minute = 60_000;

/**
 * Gives paid orders their payments, in our ledger and at the payment sandbox. Inserts all rows together, because
 * paying hundreds of orders one by one would make the first start slow.
 */
export async function insertPayments(
  tx: Tx,
  sold: readonly SoldOrder[],
  { sandbox, publicUrl, now }: { sandbox: Sandbox | undefined; publicUrl: string; now: Date },
): Promise<void> {
  const paid = sold.flatMap((order) => {
    const amount = order.wanted.subtotal - order.wanted.discount;
    const paidAt = new Date(order.placedAt.getTime() + 2 * minute);
    return amount === 0 || order.planned.isHeld ? [] : [{ order, amount, paidAt, key: randomUUID() }];
  });
  if (paid.length === 0 || !sandbox) return;
  const ids = await sandbox.insertPastPayments(
    tx,
    paid.map(({ order, paidAt, key }) => {
      const { wanted, eventId, event } = order;
      const page = `${publicUrl}/orders/${wanted.number}`;
      return {
        paidAt,
        email: wanted.buyer_email,
        name: wanted.buyer_name,
        lines: composeLines(event.title, wanted.tickets.map(readTicket)),
        metadata: { payment: key, event: String(eventId) },
        successUrl: `${page}?from=payment&session_id={CHECKOUT_SESSION_ID}`,
        cancelUrl: page,
      };
    }),
  );
  await tx
    .insertInto('payments')
    .values(
      paid.map(({ order, amount, paidAt, key }, place) => ({
        provider_key: key,
        user_id: order.userId,
        event_id: order.eventId,
        order_id: order.id,
        provider_session_id: ids[place]?.session ?? null,
        payment_intent_id: ids[place]?.paymentIntent ?? null,
        checkout_url: null,
        amount_pence: amount,
        status: 'paid' as const,
        created_at: order.placedAt,
        expires_at: new Date(order.placedAt.getTime() + 30 * minute),
        paid_at: paidAt,
        refunded_at: null,
        // The payments agree with the provider, so the reconcile job need not compare them at once.
        checked_at: now,
      })),
    )
    .execute();
}

function readTicket(ticket: SoldOrder['wanted']['tickets'][number]) {
  return {
    ticket_type_id: ticket.type,
    type_name: ticket.name,
    price_pence: ticket.list - ticket.discount,
  };
}

/**
 * Gives each order its own time, because `sell` writes the same time for all orders of a call. Also connects the
 * tickets with their payments, and marks the mails as sent.
 */
export async function dateOrders(tx: Tx, sold: readonly SoldOrder[]): Promise<void> {
  const times = sold
    .filter(({ planned }) => !planned.isHeld)
    .map(({ id, placedAt }) => ({ id, at: placedAt.toISOString() }));
  await sql`
    update orders set placed_at = made.at, confirmed_at = made.at, mail_due_at = null
    from jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as made (id bigint, at timestamptz)
    where orders.id = made.id`.execute(tx);
  await sql`
    update tickets set issued_at = orders.placed_at, payment_id = payments.id
    from orders left join payments on payments.order_id = orders.id
    where tickets.order_id = orders.id and tickets.status = 'valid' and not orders.is_single`.execute(tx);
}
