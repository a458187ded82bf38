import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connect.ts';

const codeColumns = [
  'promo_codes.id',
  'promo_codes.event_id',
  'promo_codes.team_id',
  'promo_codes.code',
  'promo_codes.kind',
  'promo_codes.percent',
  'promo_codes.amount_pence',
  'promo_codes.starts_at',
  'promo_codes.ends_at',
  'promo_codes.max_uses',
  'promo_codes.max_per_buyer',
  'promo_codes.uses',
  'promo_codes.ended_at',
] as const;

/** The ids of an event and its team, which decide which promo codes the event accepts. */
interface CodeOwners {
  id: number;
  team_id: number | null;
}

/**
 * Selects the promo codes that an event accepts: its own codes, and the codes for all events of its team. `type_ids`
 * are the ticket types that a code is for. An empty list means all ticket types.
 */
function selectCodesOf(db: Db | Tx, { id, team_id }: CodeOwners) {
  return db
    .selectFrom('promo_codes')
    .select(codeColumns)
    .select(
      sql<number[]>`array(
        select ticket_type_id from promo_code_types where promo_code_id = promo_codes.id order by ticket_type_id
      )`.as('type_ids'),
    )
    .where((where) =>
      where.or([
        where('promo_codes.event_id', '=', id),
        where.and([
          where('promo_codes.event_id', 'is', null),
          where('promo_codes.team_id', '=', team_id ?? 0),
        ]),
      ]),
    );
}

/**
 * Finds the promo code that a buyer typed, ignoring case. A code of the event comes before a code for all events of
 * its team. Ended and used-up codes are found too, so that the buyer can be told.
 */
export function findPromoCodeFor(db: Db | Tx, event: CodeOwners, code: string) {
  return selectCodesOf(db, event)
    .where(sql<boolean>`upper(promo_codes.code) = upper(${code})`)
    .orderBy('promo_codes.event_id', (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst();
}
