import { z } from 'zod';
import { out } from '../answer-fields.ts';
import { moneyOut, timeOut, withExample } from '../fields.ts';

const refundState = z.enum(['pending', 'succeeded', 'failed']);

const refundReason = z.enum(['no_seat', 'requested', 'event_cancelled', 'buyer_cancelled']);

export const refund = z
  .object({
    id: withExample(z.int(), 77),
    payment_id: withExample(z.int(), 385),
    amount: moneyOut,
    status: withExample(
      refundState,
      'succeeded',
      'pending: on its way. failed: given up, because the money went back in another way',
    ),
    reason: withExample(
      refundReason,
      'requested',
      'no_seat: the money arrived when no place was left, or for an order that was paid already. requested: made by the organiser. buyer_cancelled: the buyer cancelled the tickets',
    ),
    note: withExample(
      z.string().nullable(),
      'The view was blocked',
      'What the organiser wrote; null for buyers',
    ),
    made_outside: withExample(z.boolean(), false, "Whether it was made in the payment provider's dashboard"),
    ticket_ids: withExample(z.array(out.ticketId), [640], 'The tickets that it pays back'),
    ends_tickets: withExample(z.boolean(), true, 'Whether these tickets ended'),
    created_at: timeOut,
    finished_at: timeOut.nullable(),
  })
  .meta({ id: 'Refund' });

export const refundable = z
  .object({
    left: withExample(moneyOut, 20, 'How much of the last payment can still be refunded, in pounds'),
    tickets: z.array(
      z.object({
        id: out.ticketId,
        left: withExample(moneyOut, 10, 'How much of the price of this ticket is not refunded yet'),
      }),
    ),
  })
  .meta({ description: 'Only for the team of the event. The tickets are those of the last payment' });
