import { z } from 'zod';
import { sentence } from '../answer-fields.ts';
import { endpoint } from '../endpoint.ts';
import { id, success, withExample } from '../fields.ts';
import { keyHeader, maxTickets, order, orderParams } from './orders.ts';

export const cancelOrder = endpoint({
  method: 'POST',
  path: '/orders/:number/cancel',
  access: 'any',
  who: 'For its buyer, everybody with its key, and site administrators.',
  summary:
    'Give back an order that is not paid for, which also closes its payment page, or some free tickets, also those of a paid order. If the event allows it, the buyer can also cancel paid tickets until `cancel_until`, and gets back what is left of their price. Sending such a request again makes no second refund',
  params: orderParams,
  headers: keyHeader,
  body: z
    .object({
      ticket_ids: z
        .array(id)
        .min(1, { error: 'Choose at least one ticket' })
        .max(maxTickets, { error: `Choose at most ${maxTickets} tickets` })
        .optional()
        .meta({ description: 'Without it, all tickets of the order' }),
      only_unpaid: withExample(
        z.boolean(),
        true,
        'Give the order back only if it is not paid for. If the payment has arrived meanwhile, the answer is `already_paid`, and the order keeps its tickets',
      ).optional(),
    })
    .default({}),
  answers: { 200: z.object({ status: success, msg: sentence('The order was cancelled'), order }) },
  refuses: [
    'forbidden',
    'order_not_found',
    'ticket_not_found',
    'order_closed',
    'already_paid',
    'order_not_confirmed',
    'order_paid',
    'cancellation_too_late',
    'ticket_disputed',
    'ticket_used',
    'ticket_transferred',
    'ticket_not_live',
    'event_started',
  ],
});
