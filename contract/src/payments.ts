import { z } from 'zod';
import { out } from './answer-fields.ts';
import { endpoint } from './endpoint.ts';
import { id, moneyOut, reason, withExample, success, timeOut } from './fields.ts';
import { privateKey } from './events.ts';
import { ticket, ticketStatus } from './tickets.ts';

const sessionExample = 'cs_live_a1B2c3D4e5F6';

export const sessionId = withExample(z.string(), sessionExample);
export const payPage = withExample(z.string(), `https://checkout.stripe.com/c/pay/${sessionExample}`);
export const paymentId = withExample(z.int(), 385);
export const currency = withExample(z.string(), 'gbp');

const sessionParams = z.object({
  sessionId: withExample(
    z.string().regex(/^cs_[A-Za-z0-9_]{4,250}$/, { error: 'This is not a checkout session id' }),
    sessionExample,
  ),
});

const saleRefusals = [
  'event_not_found',
  'user_not_found',
  'already_paid',
  'order_open',
  'event_sold_out',
  'event_not_published',
  'event_started',
  'event_ended',
  'event_is_free',
  'choose_a_ticket_type',
  'too_many_for_buyer',
  'sales_paused',
  'sales_not_started',
  'sales_ended',
  'payments_unavailable',
  'too_many_requests',
] as const;

const buyer = z.object({ eventId: id, userId: withExample(id, 7), key: privateKey.optional() });

const checkout = z.object({ url: payPage, sessionId });

export const createCheckoutSession = endpoint({
  method: 'POST',
  path: '/stripe/create-checkout-session',
  access: 'self',
  summary: 'Hold a seat and open a payment page; a session that is still open is returned again',
  body: buyer,
  answers: { 200: checkout.extend({ data: checkout }) },
  refuses: saleRefusals,
});

export const createPaymentIntent = endpoint({
  method: 'POST',
  path: '/stripe/create-payment-intent',
  access: 'self',
  summary:
    'Hold a seat and start a payment for a card form in the client; the rules are those of a checkout session',
  body: buyer,
  answers: {
    200: z.object({
      clientSecret: withExample(z.string(), 'pi_3A1b2C3d4E_secret_5F6g7H8i'),
      paymentIntentId: withExample(z.string(), 'pi_3A1b2C3d4E'),
      amount: moneyOut,
      currency,
    }),
  },
  refuses: saleRefusals,
});

export const getCheckoutSession = endpoint({
  method: 'GET',
  path: '/stripe/checkout-sessions/:sessionId',
  access: 'self',
  summary: 'A checkout session as the provider sees it',
  params: sessionParams,
  answers: {
    200: z.object({
      session: z.object({
        id: sessionId,
        status: withExample(z.string().nullable(), 'open', "In the provider's words"),
        payment_status: withExample(z.string(), 'unpaid', "In the provider's words"),
        amount: moneyOut,
        currency,
        event_id: out.eventId.nullable(),
        url: payPage.nullable(),
      }),
    }),
  },
  refuses: ['session_not_found', 'payments_unavailable', 'too_many_requests'],
});

export const paymentState = z.enum(['paid', 'unpaid', 'expired', 'refunded']);

export const getPaymentStatus = endpoint({
  method: 'GET',
  path: '/stripe/payment-status/:sessionId',
  access: 'self',
  summary:
    'Whether a session is paid and its ticket issued; asks the provider until the payment is settled here',
  params: sessionParams,
  answers: {
    200: z.object({
      success: z.boolean(),
      status: paymentState,
      isPaid: z.boolean(),
      hasBeenProcessed: z.boolean(),
      sessionId,
      amount: moneyOut,
      eventId: out.eventId.nullable(),
      ticketId: out.ticketId.nullable(),
    }),
  },
  refuses: ['session_not_found', 'payments_unavailable', 'too_many_requests'],
});

export const syncPayment = endpoint({
  method: 'POST',
  path: '/stripe/sync-payment/:sessionId',
  access: 'self',
  summary: 'Issue the ticket of a paid session; exactly once, however often this is called',
  params: sessionParams,
  answers: { 200: z.object({ success: z.boolean(), ticketId: out.ticketId.nullable(), paymentId }) },
  refuses: ['session_not_found', 'payment_not_completed', 'payments_unavailable', 'too_many_requests'],
});

export const listPaymentMethods = endpoint({
  method: 'GET',
  path: '/stripe/payment-methods/:userId',
  access: 'self',
  summary: 'The cards that the payment provider has saved for a user',
  params: z.object({ userId: id }),
  answers: {
    200: z.object({
      paymentMethods: z.array(
        z.object({
          id: withExample(z.string(), 'pm_1A2b3C4d5E'),
          brand: withExample(z.string(), 'visa'),
          last4: withExample(z.string(), '4242'),
          exp_month: withExample(z.int(), 9),
          exp_year: withExample(z.int(), 2029),
        }),
      ),
    }),
  },
  refuses: ['user_not_found', 'payments_unavailable', 'too_many_requests'],
});

export const listPayments = endpoint({
  method: 'GET',
  path: '/stripe/payments/:userId',
  access: 'self',
  summary: "A user's payments, newest first",
  params: z.object({ userId: id }),
  answers: {
    200: z.object({
      status: success,
      payments: z.array(
        z.object({
          id: paymentId,
          event_id: out.eventId.nullable(),
          event_title: out.eventTitle.nullable(),
          ticket_id: out.ticketId.nullable(),
          session_id: sessionId.nullable(),
          amount: moneyOut,
          currency,
          status: paymentState,
          created_at: timeOut,
          paid_at: timeOut.nullable(),
          refunded_at: withExample(timeOut.nullable(), null),
          amount_refunded: withExample(moneyOut, 0),
          refund_pending: out.refundPending,
          refund_failing: out.refundFailing,
          disputed: out.disputed,
        }),
      ),
    }),
  },
  refuses: ['user_not_found'],
});

export const refundTicket = endpoint({
  method: 'POST',
  path: '/stripe/refund/:ticketId',
  access: 'team',
  who: "For a team_admin of the event's team, and for site administrators.",
  summary: 'Refund a ticket and free its seat; refundId is null until the provider has accepted the refund',
  params: z.object({ ticketId: id }),
  body: z.object({ reason: reason.optional() }).default({}),
  answers: {
    200: z.object({
      success: z.boolean(),
      refundId: withExample(z.string().nullable(), 're_1A2b3C4d5E'),
      ticket: ticket.extend({ status: withExample(ticketStatus, 'refunded') }),
    }),
  },
  refuses: ['ticket_not_found', 'event_not_found', 'ticket_not_paid', 'ticket_refunded'],
});

export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/stripe/webhook',
  access: 'provider',
  summary: 'Receive a signed event of the payment provider; it is stored before it is answered',
  answers: { 200: z.object({ received: z.literal(true) }) },
  refuses: ['bad_signature'],
});
