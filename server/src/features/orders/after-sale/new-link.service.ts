import { randomUUID } from 'node:crypto';
import { recordAudit } from '../../../db/audit.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { countUse } from '../../../http/limits.ts';
import { hashMailbox } from '../../../mail/mailbox.ts';
import { sendNewLinkJob } from '../mails/links.jobs.ts';
import { getOrderFor, type OrderCaller } from '../orders.access.service.ts';

/**
 * Ends the key of an order, and mails the buyer a link with the new key. Only the mail contains the new key, because the
 * caller may be a stranger who has found the old link.
 */
export async function renewOrderLink(deps: Deps, caller: OrderCaller, number: string): Promise<void> {
  const { order } = await getOrderFor(deps.db, caller, 'renew', number);
  if (order.confirmed_at === null || !order.buyer_email) throw new ApiError('order_not_confirmed');
  await countUse(deps, 'order_mails', order.id);
  await countUse(deps, 'order_mailbox', hashMailbox(order.buyer_email));
  const key_salt = randomUUID();
  await deps.db.transaction().execute(async (tx) => {
    const renewed = await tx
      .updateTable('orders')
      .set({ key_salt })
      .where('id', '=', order.id)
      // A second request at the same moment finds another salt, and must not send a second mail.
      .where('key_salt', '=', order.key_salt)
      .returning('id')
      .executeTakeFirst();
    if (!renewed) return;
    await recordAudit(tx, deps.clock.now(), {
      by: caller.actor ?? 'a guest',
      action: 'order.link_renewed',
      objectId: order.id,
      eventId: order.event_id,
      details: { order: number },
    });
    await deps.jobs.enqueue(tx, sendNewLinkJob, { orderId: order.id, request: randomUUID() });
  });
}
