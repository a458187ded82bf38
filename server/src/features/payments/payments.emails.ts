import type { RefundReason } from '../../db/tables.ts';
import { html } from '../../http/html.ts';
import { mailButton, renderMail } from '../../mail/layout.ts';
import type { Message } from '../../mail/mail.ts';
import { formatMoney } from '../../mail/words.ts';

interface Refund {
  email: string;
  username: string;
  event_title: string | null;
  amount_pence: number;
  refund_reason: RefundReason | null;
}

/** Tells a buyer that the money is on its way back, and why. */
export function renderRefundMail(refund: Refund, publicUrl: string): Message {
  const amount = formatMoney(refund.amount_pence);
  const subject = `Your payment of ${amount} is on its way back`;
  const reason = reasons[refund.refund_reason ?? 'no_seat'](
    refund.event_title ?? 'an event that no longer exists',
  );
  const promise = `The whole ${amount} goes back to the card you paid with. Banks usually show it within 5 to 10 days.`;
  return {
    to: refund.email,
    subject,
    text: [`Hello ${refund.username},`, reason, promise, `Other events: ${publicUrl}/events`].join('\n\n'),
    html: renderMail({
      title: subject,
      preview: promise,
      publicUrl,
      body: html`<p style="margin:0 0 8px">Hello ${refund.username},</p>
        <h1 style="margin:0 0 16px;font-size:26px;line-height:1.2">${amount} is on its way back to you</h1>
        <p>${reason}</p>
        <p>${promise}</p>
        ${mailButton('See other events', `${publicUrl}/events`)}`,
    }),
  };
}

const reasons: Record<RefundReason, (title: string) => string> = {
  no_seat: (title) =>
    `We could not give you a seat for ${title}: the payment arrived after your seat had been given back and none was left, or you had already paid for it.`,
  requested: (title) =>
    `The organisers have refunded your ticket for ${title}. It lets nobody in any more, and your seat is free for somebody else.`,
  event_cancelled: (title) =>
    `You paid for ${title}, and it will not take place: it has been cancelled, so your money goes back.`,
};
