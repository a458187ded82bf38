import type { Db } from '../../db/connect.ts';
import { containing, takePage, type Paging } from '../../db/paging.ts';
import type { EventStatus } from '../../db/tables.ts';
import { selectEvents } from './events.queries.ts';
import { foldText } from './events.rules.ts';

/** A page of the events of every status, or of one, whose text contains `q`; the newest first. */
export function listAllEvents(
  db: Db,
  { q, status, ...paging }: Paging & { q?: string; status?: EventStatus },
) {
  let events = selectEvents(db).orderBy('events.id', 'desc');
  if (status) events = events.where('events.status', '=', status);
  if (q) events = events.where('events.search_text', 'like', containing(foldText(q)));
  return takePage(events, paging).execute();
}

/** How many events there are, of every status. */
export async function countEvents(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('events')
    .select((select) => select.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
