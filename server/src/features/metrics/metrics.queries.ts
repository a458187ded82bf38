import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

interface JobFacts {
  name: string;
  state: string;
  jobs: number;
  /** How many seconds the oldest due job has been waiting. This is null when no job is due. */
  oldestSeconds: number | null;
}

/** Counts the jobs that are not done, and the jobs that failed within a day, by the database's clock. */
export async function countJobsByState(db: Db): Promise<JobFacts[]> {
  const { rows } = await sql<JobFacts>`
    select name, state::text as state, count(*) as jobs,
      extract(epoch from now() - min(start_after) filter (where state < 'active' and start_after <= now()))::float8
        as "oldestSeconds"
    from pgboss.job
    where state in ('created', 'retry', 'active') or (state = 'failed' and completed_on > now() - interval '1 day')
    group by name, state
    order by name, state`.execute(db);
  return rows;
}

interface MailFacts {
  sent: number;
  refused: number;
  held: number;
}

export async function countMails(db: Db, since: Date): Promise<MailFacts> {
  const counts = await db
    .selectFrom('sent_mails')
    .select((select) => [
      select.fn.countAll<number>().filterWhere('sent_at', 'is not', null).as('sent'),
      select.fn.countAll<number>().filterWhere('refusal', 'is not', null).as('refused'),
    ])
    .where('noted_at', '>', since)
    .executeTakeFirstOrThrow();
  const { held } = await db
    .selectFrom('held_mails')
    .select((select) => select.fn.countAll<number>().as('held'))
    .executeTakeFirstOrThrow();
  return { ...counts, held };
}

interface WebhookFacts {
  type: string;
  outcome: 'processed' | 'waiting' | 'failing';
  webhooks: number;
}

export async function countWebhooks(db: Db, since: Date): Promise<WebhookFacts[]> {
  const { rows } = await sql<WebhookFacts>`
    select type,
      case when processed_at is not null then 'processed' when error is null then 'waiting' else 'failing' end as outcome,
      count(*) as webhooks
    from webhook_events
    where received_at > ${since}
    group by 1, 2
    order by 1, 2`.execute(db);
  return rows;
}

interface SaleFacts {
  placesTaken: number;
  holds: number;
  overdueHolds: number;
  differences: number;
}

export async function countSales(db: Db, now: Date): Promise<SaleFacts> {
  const { placesTaken } = await db
    .selectFrom('events')
    .select((select) =>
      select.fn.coalesce(select.fn.sum<number>('seats_taken'), sql<number>`0`).as('placesTaken'),
    )
    .where('status', '=', 'published')
    .where('start_time', '>', now)
    .executeTakeFirstOrThrow();
  const holds = await db
    .selectFrom('orders')
    .select((select) => [
      select.fn.countAll<number>().as('holds'),
      select.fn.countAll<number>().filterWhere('hold_expires_at', '<', now).as('overdueHolds'),
    ])
    .where('status', '=', 'held')
    .executeTakeFirstOrThrow();
  const { differences } = await db
    .selectFrom('payments')
    .select((select) => select.fn.countAll<number>().as('differences'))
    .where('differs', '=', true)
    .executeTakeFirstOrThrow();
  return { placesTaken, ...holds, differences };
}
