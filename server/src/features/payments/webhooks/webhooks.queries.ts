import type { Db } from '../../../db/connect.ts';
import { countRows, takePage } from '../../../db/paging.ts';

function selectWebhooks(db: Db) {
  return db
    .selectFrom('webhook_events')
    .select([
      'id',
      'type',
      'object_id',
      'payment_intent_id',
      'received_at',
      'processed_at',
      'attempts',
      'error',
    ]);
}

export type WebhookRow = Awaited<ReturnType<ReturnType<typeof selectWebhooks>['execute']>>[number];

export function findWebhook(db: Db, id: string): Promise<WebhookRow | undefined> {
  return selectWebhooks(db).where('id', '=', id).executeTakeFirst();
}

/**
 * Lists one page of the webhook events, newest first. With `only`, lists failed events. `total` counts the events of
 * all pages.
 */
export async function listWebhooks(
  db: Db,
  { only, ...page }: { limit: number; page: number; only?: 'failed' },
) {
  const all =
    only === 'failed'
      ? selectWebhooks(db).where('processed_at', 'is', null).where('error', 'is not', null)
      : selectWebhooks(db);
  const rows = await takePage(all.orderBy('received_at', 'desc').orderBy('id'), page).execute();
  return { rows, total: await countRows(db, all, { isSearch: false }) };
}
