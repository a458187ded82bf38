import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';

export interface JobCounts {
  /** Jobs that have been due for more than two minutes and have not started. */
  overdue: number;
  retrying: number;
  failed: number;
  troubled: string[];
  /** The seconds since a job was last completed, or null when no job was ever completed. */
  idleSeconds: number | null;
}

/** The counts use the database's clock, because the queue uses that clock too. */
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
