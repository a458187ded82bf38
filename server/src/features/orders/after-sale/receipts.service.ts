import type { Deps } from '../../../deps.ts';
import { doCostlyWork } from '../../../http/costly-work.ts';
import { ApiError } from '../../../http/errors.ts';
import type { PrintedReceipt } from '../../../mail/draw-receipt.ts';
import { describeSite } from '../../../mail/compose.ts';
import { renderReceiptPdf } from '../../../mail/pdf.ts';
import { formatDate, formatPrice } from '../../../mail/words.ts';
import { findBuyerEmail, getOrderFor, type OrderCaller } from '../orders.access.service.ts';
import {
  listLastTickets,
  listTicketsOfOrder,
  type OrderDetails,
  type OrderedTicket,
} from '../orders.details.queries.ts';
import { listRefundsOfOrder } from '../orders.refunds.queries.ts';
import { findSale, listPaymentsOf } from './after-sale.queries.ts';

/** Prints the receipt of a confirmed order, even after its tickets were cancelled or refunded. */
export async function printReceipt(deps: Deps, caller: OrderCaller, number: string) {
  const { order, standing } = await getOrderFor(deps.db, caller, 'read', number);
  if (order.confirmed_at === null) throw new ApiError('order_not_confirmed');
  const tickets = await listTicketsOfOrder(deps.db, order.id);
  const shown = { ...order, buyer_email: findBuyerEmail(caller, { order, standing }, tickets) };
  const receipt = await composeReceipt(deps, { order: shown, tickets, confirmedAt: order.confirmed_at });
  const subject = { id: caller.actor?.id ?? `order ${order.id}` };
  const content = await doCostlyWork(deps, subject, () => renderReceiptPdf(receipt));
  return { content, filename: `Receipt ${number}.pdf` };
}

async function composeReceipt(
  deps: Deps,
  { order, tickets, confirmedAt }: { order: OrderDetails; tickets: OrderedTicket[]; confirmedAt: Date },
): Promise<PrintedReceipt> {
  const { timeZone, publicUrl } = describeSite(deps);
  const date = (moment: Date) => formatDate(moment, timeZone);
  const sale = await findSale(deps.db, order.id);
  const [payments, refunds] = [
    await listPaymentsOf(deps.db, order.id),
    await listRefundsOfOrder(deps.db, order.id),
  ];
  const paid = payments.map((payment) => ({
    label: `Paid by card on ${date(payment.paid_at)}`,
    pence: payment.amount_pence,
  }));
  const made = refunds.filter(({ status }) => status !== 'failed');
  const returned = made.map((refund) => ({
    label: `${refund.status === 'pending' ? 'Refund on its way since' : 'Refunded on'} ${date(refund.created_at)}`,
    pence: -refund.amount,
  }));
  return {
    number: order.number,
    seller: sale.seller ?? 'The organiser',
    buyer: [order.buyer_name ?? 'Deleted account', order.buyer_email].filter((line) => line !== null),
    orderedOn: date(confirmedAt),
    event: { title: sale.event_title, when: date(sale.start_time) },
    lines: groupTickets(listLastTickets(tickets)),
    sums: [
      ...(order.discount_pence > 0
        ? [
            { label: 'Subtotal', pence: order.subtotal_pence },
            {
              label: order.promo_code === null ? 'Discount' : `Discount (${order.promo_code})`,
              pence: -order.discount_pence,
            },
          ]
        : []),
      { label: 'Total', pence: order.total_pence, isStrong: true },
      ...paid,
      ...returned,
    ],
    footer: `Issued by ${publicUrl}. This is a receipt, not a VAT invoice.`,
  };
}

/** Groups tickets with the same type and price, such as `2 × Adult`. */
function groupTickets(tickets: readonly OrderedTicket[]) {
  const groups = new Map<string, { name: string; count: number; pence: number }>();
  for (const { type_name, list_pence } of tickets) {
    const key = `${list_pence} ${type_name}`;
    const group = groups.get(key) ?? { name: type_name, count: 0, pence: list_pence };
    groups.set(key, { ...group, count: group.count + 1 });
  }
  return [...groups.values()].map(({ name, count, pence }) => ({
    label: `${count} × ${name}`,
    detail: count > 1 && pence > 0 ? `${formatPrice(pence)} each` : '',
    pence: pence * count,
  }));
}
