import { sql } from 'kysely';
import type { Db, Tx } from '../../db/connect.ts';
import { makeShortCode, makeTicketCode } from './tickets.codes.rules.ts';
import { shortCodeLength } from './tickets.queries.ts';

export interface Transfer {
  ticketId: number;
  name: string;
  email: string;
  idempotencyKey: string;
  bodyHash: Buffer;
  now: Date;
}

/**
 * Gives a ticket new codes and a new holder, and keeps the old codes. The caller has locked the ticket and found it
 * valid.
 */
export async function writeTransfer(
  tx: Tx,
  before: { ticket_code: string; short_code: string | null },
  { ticketId, name, email, idempotencyKey, bodyHash, now }: Transfer,
): Promise<void> {
  await tx
    .insertInto('ticket_transfers')
    .values({
      ticket_id: ticketId,
      old_ticket_code: before.ticket_code,
      old_short_code: before.short_code,
      idempotency_key: idempotencyKey,
      body_hash: bodyHash,
      transferred_at: now,
    })
    // The buyer gives the ticket again, because the first mail was refused. The door keeps knowing the buyer's codes.
    .onConflict((conflict) =>
      conflict.column('ticket_id').doUpdateSet({
        idempotency_key: idempotencyKey,
        body_hash: bodyHash,
        transferred_at: now,
        key_salt: sql`gen_random_uuid()`,
      }),
    )
    .execute();
  await tx
    .updateTable('tickets')
    .set({
      attendee_name: name,
      attendee_email: email,
      transferred_at: now,
      ticket_code: makeTicketCode(),
      short_code: makeShortCode(),
    })
    .where('id', '=', ticketId)
    .execute();
}

export function findTransfer(db: Db | Tx, ticketId: number) {
  return db
    .selectFrom('ticket_transfers')
    .select(['idempotency_key', 'body_hash'])
    .where('ticket_id', '=', ticketId)
    .executeTakeFirst();
}

/** Finds the id of the ticket that had this code or short code before it was given to somebody else. */
export async function findByOldCode(db: Db | Tx, code: string): Promise<number | undefined> {
  const column = code.length === shortCodeLength ? 'old_short_code' : 'old_ticket_code';
  const transfer = await db
    .selectFrom('ticket_transfers')
    .select('ticket_id')
    .where(column, '=', code)
    .executeTakeFirst();
  return transfer?.ticket_id;
}
