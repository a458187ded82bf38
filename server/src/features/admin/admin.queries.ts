import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { containing, countRows, takePage } from '../../db/paging.ts';

/** Lists one page of the audit entries, newest first, and counts all. With `q`, only entries that contain `q`. */
export async function listAudit(db: Db, { q, ...page }: { limit: number; page: number; q?: string }) {
  let all = db
    .selectFrom('audit_entries')
    .select([
      'id',
      'happened_at',
      'actor_id',
      'actor_name',
      'action',
      'object_type',
      'object_id',
      'event_id',
      'details',
    ]);
  if (q) {
    const words = sql<string>`lower(concat_ws(' ', actor_name, action, details::text))`;
    all = all.where(words, 'like', containing(q.toLowerCase()));
  }
  const rows = await takePage(all.orderBy('id', 'desc'), page).execute();
  return { rows, total: await countRows(db, all, { isSearch: Boolean(q) }) };
}
