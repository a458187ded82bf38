import type { Db, Tx } from '../../db/connect.ts';

/**
 * Whether buyers have paid tickets, or are paying, for the team's drafts or events that have not ended. The team must
 * then keep an admin, because these buyers need a person to contact.
 */
export async function hasUnfinishedSales(tx: Db | Tx, teamId: number, now: Date): Promise<boolean> {
  const openEvents = tx
    .selectFrom('events')
    .select('events.id')
    .where('events.team_id', '=', teamId)
    .where((where) => where.or([where('events.end_time', '>', now), where('events.status', '=', 'draft')]));
  const sold = tx
    .selectFrom('tickets')
    .select('id')
    .where('event_id', 'in', openEvents)
    .where('payment_id', 'is not', null)
    .where('status', 'in', ['valid', 'used']);
  const underWay = tx
    .selectFrom('payments')
    .select('id')
    .where('event_id', 'in', openEvents)
    .where('status', 'in', ['starting', 'open']);
  return (await sold.unionAll(underWay).limit(1).executeTakeFirst()) !== undefined;
}
