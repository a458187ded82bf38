import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

export async function readDatabaseVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select split_part(current_setting('server_version'), ' ', 1) as version`.execute(db);
  return rows[0]?.version ?? '';
}

export interface WebhookFacts {
  lastReceivedAt: Date | null;
  /** How many webhooks failed at their last attempt and are not processed yet. */
  failing: number;
  lastPaidAt: Date | null;
}

export async function getWebhookFacts(db: Db): Promise<WebhookFacts> {
  const newest = await db
    .selectFrom('webhook_events')
    .select('received_at')
    .orderBy('received_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { failing } = await db
    .selectFrom('webhook_events')
    .select((select) => select.fn.countAll<number>().as('failing'))
    .where('processed_at', 'is', null)
    .where('error', 'is not', null)
    .executeTakeFirstOrThrow();
  const paid = await db
    .selectFrom('payments')
    .select('paid_at')
    .where('paid_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return {
    lastReceivedAt: newest?.received_at ?? null,
    failing,
    lastPaidAt: paid?.paid_at ?? null,
  };
}
