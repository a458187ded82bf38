import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, moneyOut } from './fields.ts';

const sessionParams = z.object({
  sessionId: z.string().regex(/^cs_[A-Za-z0-9_]{4,250}$/, { error: 'This is not a checkout session id' }),
});

const checkout = z.object({ url: z.string(), sessionId: z.string() });

export const createCheckoutSession = endpoint({
  method: 'POST',
  path: '/stripe/create-checkout-session',
  access: 'self',
  summary: 'Hold a seat and open a payment page; an open session is returned again',
  body: z.object({ eventId: id, userId: id }),
  answers: { 200: checkout.extend({ data: checkout }) },
  refuses: [
    'event_not_found',
    'already_paid',
    'event_sold_out',
    'event_not_published',
    'event_started',
    'event_ended',
    'event_is_free',
    'payments_unavailable',
  ],
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

export const receiveWebhook = endpoint({
  method: 'POST',
  path: '/stripe/webhook',
  access: 'provider',
  summary: "The payment provider's signed events; stored before they are answered",
  answers: { 200: z.object({ received: z.literal(true) }) },
  refuses: ['bad_signature'],
});
