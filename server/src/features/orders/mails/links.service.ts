import type { Deps } from '../../../deps.ts';
import { describeSite } from '../../../mail/compose.ts';
import { retryWith, type Letter } from '../../../mail/letter.ts';
import { deriveOrderKey } from '../../../mail/link-keys.ts';
import { sendOnce } from '../../../mail/send-once.ts';
import { renderNewLinkMail } from './links.emails.ts';
import { sendNewLinkJob } from './links.jobs.ts';
import { findOrderForMail } from './tickets.queries.ts';

/** Emails the buyer the link that opens the order. The mail always contains the newest key. */
export async function sendNewLinkMail(deps: Deps, data: { orderId: number; request: string }): Promise<void> {
  const order = await findOrderForMail(deps.db, data.orderId);
  // The buyer's address is blank once the buyer's account is deleted.
  if (!order?.email) return;
  const { email } = order;
  const letter: Letter = {
    fact: `order-link:${data.orderId}:${data.request}`,
    // Guests on a guest list have not asked for any mail, and may have stopped such mails.
    kind: order.channel === 'complimentary' ? 'unasked' : 'order',
    to: { userId: order.user_id, email },
    // A guest opens the order only with this link.
    mustArrive: true,
    teamId: order.team_id,
    retry: retryWith(sendNewLinkJob, data),
  };
  const key = order.user_id === null ? deriveOrderKey(deps.sessionSecret, order) : null;
  await sendOnce(deps, letter, () => renderNewLinkMail({ ...order, email, key }, describeSite(deps)));
}
