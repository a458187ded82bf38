import { randomUUID } from 'node:crypto';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { countUse } from '../../../http/limits.ts';
import { getOrderFor, type OrderCaller } from '../orders.access.service.ts';
import { sendOrderMailJob } from '../mails/tickets.jobs.ts';

/** Sends the mail with all tickets of an order to its buyer again. */
export async function resendOrderMail(deps: Deps, caller: OrderCaller, number: string): Promise<void> {
  const { order } = await getOrderFor(deps.db, caller, 'read', number);
  if (order.status !== 'confirmed' || !order.buyer_email) throw new ApiError('order_not_confirmed');
  await countUse(deps, 'order_mails', order.id);
  await countUse(deps, 'order_mailbox', order.buyer_email.toLowerCase());
  await deps.db
    .transaction()
    .execute((tx) => deps.jobs.enqueue(tx, sendOrderMailJob, { orderId: order.id, copy: randomUUID() }));
}
