import type { Tx } from '../../db/connect.ts';
import type { PaymentKind } from '../../db/tables.ts';
import { findPayment, type PaymentRow } from './payments.queries.ts';

interface NewPayment {
  kind: PaymentKind;
  eventId: number;
  userId: number;
  registrationId: number;
  amountPence: number;
  until: Date;
  now: Date;
}

/** Starts a payment; undefined when the registration has one under way already. */
export async function insertPayment(tx: Tx, row: NewPayment): Promise<PaymentRow | undefined> {
  const made = await tx
    .insertInto('payments')
    .values({
      kind: row.kind,
      user_id: row.userId,
      event_id: row.eventId,
      registration_id: row.registrationId,
      amount_pence: row.amountPence,
      status: 'starting',
      created_at: row.now,
      expires_at: row.until,
    })
    // Of two tabs at once the second waits here, and then finds the first one's payment.
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return made && findPayment(tx, made.id);
}

/** Nobody can pay it any more. */
export async function expirePayment(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('payments')
    .set({ status: 'expired' })
    .where('id', '=', id)
    .where('status', 'in', ['starting', 'open'])
    .execute();
}
