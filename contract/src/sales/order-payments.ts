import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { payPage, sessionId } from '../payments.ts';
import { timeOut, withExample } from '../fields.ts';
import { keyHeader, order, orderParams } from './orders.ts';

const whoPays = 'For its buyer, and everybody with its key.';

const checkout = z.object({
  session_id: sessionId,
  url: payPage,
  expires_at: withExample(
    timeOut,
    '2026-06-01T19:05:00.000Z',
    'Until when the buyer can pay. The order keeps its places until then',
  ),
});

const saleRefusals = [
  'order_not_found',
  'forbidden',
  'already_paid',
  'order_closed',
  'event_not_found',
  'event_not_published',
  'event_started',
  'event_ended',
  'payments_unavailable',
  'too_many_requests',
] as const;

export const checkoutOrder = endpoint({
  method: 'POST',
  path: '/orders/:number/checkout',
  access: 'any',
  who: whoPays,
  summary:
    'Open the payment page of an order that is not paid yet; a page that is still open is returned again',
  params: orderParams,
  headers: keyHeader,
  answers: { 200: checkout },
  refuses: saleRefusals,
});

export const takeMoreTime = endpoint({
  method: 'POST',
  path: '/orders/:number/more-time',
  access: 'any',
  who: whoPays,
  summary:
    'Take more time to pay, once per order: ends the payment page, keeps the places for longer, and opens a new page',
  params: orderParams,
  headers: keyHeader,
  answers: { 200: checkout },
  refuses: [...saleRefusals, 'more_time_used'],
});

export const settleOrder = endpoint({
  method: 'POST',
  path: '/orders/:number/settle',
  access: 'any',
  who: whoPays,
  summary:
    'Ask the payment provider whether the order is paid, for buyers who come back from the payment page; answers from our ledger if the provider was asked a moment ago',
  params: orderParams,
  headers: keyHeader,
  answers: {
    200: z.object({
      order,
      payment_open: withExample(
        z.boolean(),
        false,
        'Whether a payment of the order is still under way. Such a payment can still arrive for an order that is over',
      ),
    }),
  },
  refuses: ['order_not_found', 'forbidden', 'payments_unavailable'],
});
