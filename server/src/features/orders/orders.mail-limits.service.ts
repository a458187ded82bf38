import type { Deps } from '../../deps.ts';
import { countAllUses, type Use } from '../../http/limits.ts';
import { hashMailbox } from '../../mail/mailbox.ts';

interface LimitedOrder {
  id: number;
  user_id: number | null;
  total_pence: number;
}

interface MailRequest {
  order: LimitedOrder;
  /** The caller's network address, as `callerSubject` returns it. */
  address: string;
}

/** Counts the mails to the new holder of a ticket before the transfer, because afterwards the mail must arrive. */
export function countTransfer(
  deps: Deps,
  { order, address, email }: MailRequest & { email: string },
): Promise<void> {
  const mailbox = hashMailbox(email);
  const isUnpaidGuest = order.user_id === null && order.total_pence === 0;
  const uses: Use[] = [
    { name: 'transfer_address', subject: address },
    ...describeMail(order, mailbox),
    ...(isUnpaidGuest ? describeGift(order, { address, mailbox }) : []),
  ];
  return countAllUses(deps, uses, 'Too many tickets were given away at once.');
}

/** A guest has verified no address, and the new holder did not ask for a mail with names that the guest chose. */
function describeGift(
  order: LimitedOrder,
  { address, mailbox }: { address: string; mailbox: string },
): Use[] {
  return [
    { name: 'guest_gift_address', subject: address },
    { name: 'guest_gift_address_day', subject: address },
    { name: 'guest_gift_order', subject: order.id },
    { name: 'guest_gift_mailbox', subject: mailbox },
  ];
}

/** Counts the mails that new addresses of attendees cause. */
export function countRenaming(
  deps: Deps,
  { order, address, emails }: MailRequest & { emails: readonly string[] },
): Promise<void> {
  const mailboxes = [...new Set(emails.map(hashMailbox))];
  const uses = mailboxes.flatMap((mailbox) => describeMail(order, mailbox));
  const ofCaller = order.user_id === null ? describeAttendees(mailboxes, address) : [];
  return countAllUses(deps, [...uses, ...ofCaller]);
}

/** Counts the copies of an order's mails that go to the mailboxes of these addresses. */
export function countCopies(deps: Deps, order: LimitedOrder, emails: readonly string[]): Promise<void> {
  const mailboxes = [...new Set(emails.map(hashMailbox))];
  const ofMailboxes = mailboxes.map((subject) => ({ name: 'order_mailbox', subject }) as const);
  return countAllUses(deps, [{ name: 'order_mails', subject: order.id }, ...ofMailboxes]);
}

/** Lists a use for each address of other people in an order that a guest is about to pay for. */
export function listAttendeeUses({
  buyer,
  emails,
  address,
}: {
  buyer: string;
  emails: readonly string[];
  address: string;
}): Use[] {
  const mailboxes = new Set(emails.map(hashMailbox));
  mailboxes.delete(hashMailbox(buyer));
  return describeAttendees([...mailboxes], address);
}

function describeAttendees(mailboxes: readonly string[], address: string): Use[] {
  return mailboxes.map(() => ({ name: 'attendee_address', subject: address }));
}

function describeMail(order: LimitedOrder, mailbox: string): Use[] {
  return [
    { name: 'order_mails', subject: order.id },
    { name: 'order_mailbox', subject: mailbox },
  ];
}
