import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, moneyOut, success, timeOut } from './fields.ts';
import { ticket } from './tickets.ts';

const sessionParams = z.object({
  sessionId: z.string().regex(/^cs_[A-Za-z0-9_]{4,250}$/, { error: 'This is not a checkout session id' }),
});

const saleRefusals = [
  'event_not_found',
  'user_not_found',
  'already_paid',
  'event_sold_out',
  'event_not_published',
  'event_started',
  'event_ended',
  'event_is_free',
  'payments_unavailable',
] as const;

const buyer = z.object({ eventId: id, userId: id });

const checkout = z.object({ url: z.string(), sessionId: z.string() });

export const createCheckoutSession = endpoint({
  method: 'POST',
  path: '/stripe/create-checkout-session',
  access: 'self',
  summary: 'Hold a seat and open a payment page; an open session is returned again',
  body: buyer,
  answers: { 200: checkout.extend({ data: checkout }) },
  refuses: saleRefusals,
});

export const createPaymentIntent = endpoint({
  method: 'POST',
  path: '/stripe/create-payment-intent',
  access: 'self',
  summary:
    'Hold a seat and open a payment for a card form of the client; under the rules of a checkout session',
  body: buyer,
  answers: {
    200: z.object({
      clientSecret: z.string(),
      paymentIntentId: z.string(),
      amount: moneyOut,
      currency: z.string(),
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
        id: z.string(),
        status: z.string().nullable(),
        payment_status: z.string(),
        amount: moneyOut,
        currency: z.string(),
        event_id: z.int().nullable(),
        url: z.string().nullable(),
      }),
    }),
  },
  refuses: ['session_not_found', 'payments_unavailable'],
});

export const paymentState = z.enum(['paid', 'unpaid', 'expired', 'refunded']);

export const getPaymentStatus = endpoint({
  method: 'GET',
  path: '/stripe/payment-status/:sessionId',
  access: 'self',
  summary: 'Whether a session is paid and its ticket issued; asks the provider while it is not settled here',
  params: sessionParams,
  answers: {
    200: z.object({
      success: z.boolean(),
      status: paymentState,
      isPaid: z.boolean(),
      hasBeenProcessed: z.boolean(),
      sessionId: z.string(),
      amount: moneyOut,
      eventId: z.int().nullable(),
      ticketId: z.int().nullable(),
    }),
  },
  refuses: ['session_not_found', 'payments_unavailable'],
});

export const syncPayment = endpoint({
  method: 'POST',
  path: '/stripe/sync-payment/:sessionId',
  access: 'self',
  summary: 'Fulfil a paid session, exactly once however often it is called',
  params: sessionParams,
  answers: { 200: z.object({ success: z.boolean(), ticketId: z.int().nullable(), paymentId: z.int() }) },
  refuses: ['session_not_found', 'payment_not_completed', 'payments_unavailable'],
});

export const listPaymentMethods = endpoint({
  method: 'GET',
  path: '/stripe/payment-methods/:userId',
  access: 'self',
  summary: 'The cards that a user had the provider keep',
  params: z.object({ userId: id }),
  answers: {
    200: z.object({
      paymentMethods: z.array(
        z.object({
          id: z.string(),
          brand: z.string(),
          last4: z.string(),
          exp_month: z.int(),
          exp_year: z.int(),
        }),
      ),
    }),
  },
  refuses: ['payments_unavailable'],
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
          id: z.int(),
          event_id: z.int().nullable(),
          event_title: z.string().nullable(),
          ticket_id: z.int().nullable(),
          session_id: z.string().nullable(),
          amount: moneyOut,
          currency: z.string(),
          status: paymentState,
          created_at: timeOut,
          paid_at: timeOut.nullable(),
          refunded_at: timeOut.nullable(),
        }),
      ),
    }),
  },
});

export const refundTicket = endpoint({
  method: 'POST',
  path: '/stripe/refund/:ticketId',
  access: 'team',
  summary:
    "Give a ticket's money back; its seat is free again. `refundId` is null until the provider has taken it",
  params: z.object({ ticketId: id }),
  answers: { 200: z.object({ success: z.boolean(), refundId: z.string().nullable(), ticket }) },
  refuses: ['ticket_not_found', 'ticket_not_paid', 'ticket_refunded'],
});

export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/stripe/webhook',
  access: 'provider',
  summary: "The payment provider's signed events; stored before they are answered",
  answers: { 200: z.object({ received: z.literal(true) }) },
  refuses: ['bad_signature'],
});
