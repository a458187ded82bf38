import { setTimeout } from 'node:timers/promises';
import type { JobsDatabase } from '../db/connect.ts';

const usualLookMs = 500;

// The conditions are those with which pg-boss fetches jobs.
const listQueuesWithDueJobs = `select name from unnest($1::text[]) as queue (name) where exists (
  select from pgboss.job where job.name = queue.name and job.state < 'active' and not job.blocked
    and job.start_after <= pgboss.job_now())`;

interface Options {
  database: JobsDatabase;
  onError: (error: Error) => void;
  lookEveryMs?: number;
}

/**
 * Looks for due jobs, by default twice a second, and calls `wake` for each queue that has one. When a look fails, the
 * next one follows as usual. An idle process spends
 * a seventh of the time that a look of each worker at its own queue would take.
 */
export function lookForDueJobs(
  { database, onError, lookEveryMs = usualLookMs }: Options,
  queues: string[],
  wake: (queue: string) => Promise<void>,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;
  const run = async () => {
    while (!isStopping()) {
      try {
        const { rows } = await database.executeSql(listQueuesWithDueJobs, [queues]);
        // pg-boss throws when it gets a worker after its end.
        if (isStopping()) break;
        await Promise.all((rows as { name: string }[]).map(({ name }) => wake(name)));
      } catch (error) {
        onError(error as Error);
      }
      await setTimeout(lookEveryMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  };
  const ended = run();
  return {
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}
