import type { Db } from '../../db/connect.ts';
import { takePage, type Paging } from '../../db/paging.ts';
import type { EventStatus } from '../../db/tables.ts';
import { hasWords, selectEvents } from './events.queries.ts';

/** A page of the events of every status, or of one, whose text has the words of `q`; the newest first. */
export function listAllEvents(
  db: Db,
  { q, status, ...paging }: Paging & { q?: string; status?: EventStatus },
) {
  let matching = db.selectFrom('events').select('events.id').orderBy('events.id', 'desc');
  if (status) matching = matching.where('events.status', '=', status);
  if (q) matching = matching.where(hasWords(q));
  // The page is found by its ids alone, so that only its own events are joined with their names.
  return selectEvents(db)
    .where('events.id', 'in', takePage(matching, paging))
    .orderBy('events.id', 'desc')
    .execute();
}

/** How many events there are, of every status. */
export async function countEvents(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('events')
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
