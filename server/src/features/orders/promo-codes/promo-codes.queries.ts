import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/connect.ts';
import { countRows, takePage, type Paging } from '../../../db/paging.ts';

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
  'promo_codes.created_at',
] as const;

interface CodeOwners {
  id: number;
  team_id: number | null;
}

/**
 * Selects the promo codes that belong to an event: its own codes, and the codes for all events of its team. `type_ids`
 * are the ticket types that a code is for. An empty list means all ticket types.
 */
function selectCodesOf(db: Db | Tx, { id, team_id }: CodeOwners) {
  return db
    .selectFrom('promo_codes')
    .select(codeColumns)
    .select(
      // Select the ids as JSON, because the driver would return an array of big integers as an array of texts.
      sql<number[]>`(
        select coalesce(json_agg(ticket_type_id order by ticket_type_id), '[]')
        from promo_code_types where promo_code_id = promo_codes.id
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
 * Finds the promo code that a buyer typed, ignoring case. A code of the event comes before a code of its team. Ended
 * and used-up codes are found too, so that the buyer can be told.
 */
export function findPromoCodeFor(db: Db | Tx, event: CodeOwners, code: string) {
  return selectCodesOf(db, event)
    .where(sql<boolean>`upper(promo_codes.code) = upper(${code})`)
    .orderBy('promo_codes.event_id', (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst();
}

/**
 * Adds the facts that only organisers see: whether anybody has ordered with the code, and the total discount on tickets
 * that are valid or used.
 */
function selectUsedCodesOf(db: Db | Tx, event: CodeOwners) {
  return selectCodesOf(db, event).select([
    sql<boolean>`
      promo_codes.uses > 0 or exists (select from orders where promo_code_id = promo_codes.id)
    `.as('has_orders'),
    sql<number>`(
      select coalesce(sum(tickets.discount_pence), 0)
      from orders join tickets on tickets.order_id = orders.id
      where orders.promo_code_id = promo_codes.id and tickets.status in ('valid', 'used')
    )`.as('given_away_pence'),
  ]);
}

export type UsedCode = Awaited<ReturnType<ReturnType<typeof selectUsedCodesOf>['executeTakeFirstOrThrow']>>;

/**
 * Lists one page of the promo codes that belong to an event, newest first. Codes that the team ended come after all
 * others.
 */
export async function listPromoCodes(db: Db, event: CodeOwners, paging: Paging) {
  const ordered = selectUsedCodesOf(db, event)
    .orderBy(sql`promo_codes.ended_at is not null`)
    .orderBy('promo_codes.id', 'desc');
  return {
    codes: await takePage(ordered, paging).execute(),
    total: await countRows(db, selectCodesOf(db, event), { isSearch: false }),
  };
}

export function findPromoCode(db: Db | Tx, event: CodeOwners, codeId: number): Promise<UsedCode | undefined> {
  return selectUsedCodesOf(db, event).where('promo_codes.id', '=', codeId).executeTakeFirst();
}

/**
 * Finds the largest number of orders that one buyer has placed with a code. Foyer keeps this count only for codes with
 * a limit per buyer.
 */
export async function findMostUsesOfOneBuyer(tx: Tx, codeId: number): Promise<number> {
  const { most } = await tx
    .selectFrom('promo_code_buyers')
    .select(sql<number>`coalesce(max(uses), 0)`.as('most'))
    .where('promo_code_id', '=', codeId)
    .executeTakeFirstOrThrow();
  return most;
}
