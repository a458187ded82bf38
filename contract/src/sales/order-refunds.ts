import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { id, moneyOut, reason, success, withExample } from '../fields.ts';
import { idempotencyKey, maxTickets, orderParams } from './orders.ts';
import { refund } from './refunds.ts';

const wrongAmount = { error: 'The amount must be more than 0 pounds' };

const amount = z
  .number(wrongAmount)
  .min(0.01, wrongAmount)
  .max(10_000_000, { error: 'The amount must be at most 10000000' })
  .refine((pounds) => Math.abs(pounds * 100 - Math.round(pounds * 100)) < 1e-6, {
    error: 'The amount can have at most two decimals',
  })
  .transform((pounds) => Math.round(pounds * 100));

export const createRefund = endpoint({
  method: 'POST',
  path: '/orders/:number/refunds',
  access: 'team',
  who: "For a team_admin of the event's team, and for site administrators.",
  summary:
    'Refund a paid order: all of it, some tickets, or an amount. The tickets end only if `cancel_tickets` says so',
  params: orderParams,
  headers: z.object({
    'idempotency-key': withExample(
      idempotencyKey,
      '9f1c2b0e-7a55-4a0a-8e0c-2f6f7f0c1d11',
      'A random word for this refund. Sending the same refund with the same key again makes no second refund',
    ),
  }),
  body: z.object({
    ticket_ids: z
      .array(id)
      .min(1, { error: 'Choose at least one ticket' })
      .max(maxTickets, { error: `Choose at most ${maxTickets} tickets` })
      .optional()
      .meta({
        examples: [[640]],
        description: 'The tickets to pay back. Without it, all tickets of the order',
      }),
    amount: amount.optional().meta({
      examples: [7.5],
      description:
        'In pounds. Without it, all that is left of the price of these tickets. If nothing is left, such as for free tickets, and `cancel_tickets` is true, the tickets end without money',
    }),
    cancel_tickets: z
      .boolean()
      .meta({ description: 'Whether these tickets end and their places become free' }),
    reason: reason.optional(),
  }),
  answers: {
    201: z.object({
      status: success,
      refund,
      left: withExample(moneyOut, 25, 'How much of the payment can still be refunded, in pounds'),
    }),
    200: z
      .object({ status: success, refund, left: moneyOut })
      .meta({ description: 'The refund that this Idempotency-Key made before' }),
  },
  refuses: [
    'forbidden',
    'order_not_found',
    'ticket_not_found',
    'order_not_paid',
    'ticket_not_paid',
    'ticket_not_live',
    'ticket_refunded',
    'ticket_disputed',
    'refund_too_large',
    'idempotency_key_reused',
  ],
});
