import { sql } from 'kysely';
import type { Tx } from '../../../db/connect.ts';
import { ApiError } from '../../../http/errors.ts';
import { findMostUsesOfOneBuyer } from './promo-codes.queries.ts';

/**
 * Updates the counts of each buyer's orders with a code when the code's limit per buyer changes. A code without this
 * limit has no counts. The caller has locked the code. Throws `limit_below_uses` if a buyer already has more orders
 * than the new limit allows.
 */
export async function keepBuyerUses(
  tx: Tx,
  before: { id: number; max_per_buyer: number | null },
  limit: number | null | undefined,
): Promise<void> {
  if (limit === undefined || limit === before.max_per_buyer) return;
  if (limit === null) {
    await tx.deleteFrom('promo_code_buyers').where('promo_code_id', '=', before.id).execute();
    return;
  }
  if (before.max_per_buyer === null) await countBuyerUses(tx, before.id);
  if ((await findMostUsesOfOneBuyer(tx, before.id)) > limit) throw new ApiError('limit_below_uses');
}

async function countBuyerUses(tx: Tx, codeId: number): Promise<void> {
  await sql`
    insert into promo_code_buyers (promo_code_id, buyer, uses)
    select promo_code_id, lower(buyer_email), count(*)
    from orders
    where promo_code_id = ${codeId} and uses_code and buyer_email is not null
    group by promo_code_id, lower(buyer_email)
    order by 2
    on conflict (promo_code_id, buyer) do update set uses = excluded.uses`.execute(tx);
}
