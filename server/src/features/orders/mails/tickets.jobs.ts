import { job } from '../../../jobs/jobs.ts';

const dayInSeconds = 24 * 3600;

/** Looks for orders whose mail is due. A buyer waits for the mail, so the pauses are short. */
export const enqueueOrderMailsJob = job({
  name: 'orders.enqueue-order-mails',
  retryForSeconds: 0,
  everySeconds: 5,
});

/** `copy` is set when somebody asks for the mail again, and differs for each request. */
export const sendOrderMailJob = job<{ orderId: number; copy?: string }>({
  name: 'orders.send-order-mail',
  retryForSeconds: dayInSeconds,
});

export const sendAttendeeTicketJob = job<{ ticketId: number; copy?: string }>({
  name: 'orders.send-attendee-ticket',
  retryForSeconds: dayInSeconds,
});

export const sendTransferMailJob = job<{ ticketId: number }>({
  name: 'orders.send-transfer-mail',
  retryForSeconds: dayInSeconds,
});

export interface EndedTicketData {
  orderId: number;
  ticketId: number;
  /**
   * The facts for a mail to the new holder, because the ticket may be deleted before the job runs. Missing if the buyer
   * still holds the ticket, and in jobs that an earlier version of Foyer enqueued.
   */
  given?: {
    attendee_email: string;
    attendee_name: string | null;
    type_name: string;
    price_pence: number;
    is_refunded: boolean;
  };
}

/** Tells the buyer or the new holder that the team has cancelled a ticket. */
export const tellOfEndedTicketJob = job<EndedTicketData>({
  name: 'orders.send-cancelled-ticket',
  retryForSeconds: dayInSeconds,
});

/** Who cancelled tickets: the buyer, an administrator of the site, or the team of the event. */
export type Canceller = 'buyer' | 'administrator' | 'team';

/** Confirms to the buyer that tickets were cancelled for which no money goes back. */
export const tellOfReturnedTicketsJob = job<{
  orderId: number;
  ticketIds: number[];
  by: Canceller;
  isPaid: boolean;
}>({ name: 'orders.send-returned-tickets', retryForSeconds: dayInSeconds });

export interface FormerAttendeeData {
  orderId: number;
  /** The tickets of one attendee. */
  ticketIds: number[];
  by: Canceller;
  /**
   * Who had the tickets, because the deletion of the buyer's account removes the attendees from the tickets. Missing in
   * jobs that an earlier version of Foyer enqueued.
   */
  given?: { attendee_email: string; attendee_name: string | null };
}

/** Tells an attendee with an email address of their own that their tickets were cancelled. */
export const tellFormerAttendeeJob = job<FormerAttendeeData>({
  name: 'orders.tell-former-attendee',
  retryForSeconds: dayInSeconds,
});
