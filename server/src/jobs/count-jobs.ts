import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';

export interface JobCounts {
  /** Due for more than two minutes and not started. */
  overdue: number;
  /** Failed, and waiting for the next attempt. */
  retrying: number;
  /** Failed for good within the last day. */
  failed: number;
  /** The names of the jobs that wait for another attempt or failed for good. */
  troubled: string[];
  /** Seconds since a job was last completed; null when none ever was. */
  idleSeconds: number | null;
}

/** Counts the jobs by their state. It uses the database's clock, as the queue itself does. */
export async function countJobs(db: Db): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    with seen as (
      select name, completed_on,
        state in ('created', 'retry') and start_after < now() - interval '2 minutes' as overdue,
        state = 'retry' as retrying,
        state = 'failed' and completed_on > now() - interval '1 day' as failed,
        state = 'completed' as done
      from pgboss.job
    )
    select count(*) filter (where overdue) as overdue,
      count(*) filter (where retrying) as retrying,
      count(*) filter (where failed) as failed,
      coalesce(array_agg(distinct name order by name) filter (where retrying or failed), '{}') as troubled,
      extract(epoch from now() - max(completed_on) filter (where done))::float8 as "idleSeconds"
    from seen`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('The job queue could not be counted');
  return counts;
}
