import { fromKysely, PgBoss, type JobResult } from 'pg-boss';
import type { JobsDatabase, Tx } from '../db/connect.ts';
import type { Deps } from '../deps.ts';

/** A job's name, how it is retried, and what it does. Its data is small JSON: ids rather than rows. */
export interface Job<Data extends object> {
  name: string;
  /** Retries with growing pauses until this many seconds have passed since the first try. */
  retryForSeconds: number;
  /** Runs on its own every so many seconds when set, never twice at once; its data is then empty. */
  everySeconds?: number;
  run(deps: Deps, data: Data): Promise<void>;
}

export function job<Data extends object>(spec: Job<Data>): Job<Data> {
  return spec;
}

export interface Jobs {
  /** Commits with the transaction: the job exists exactly when the change does. */
  enqueue<Data extends object>(tx: Tx, spec: Job<Data>, data: Data): Promise<void>;
  /** The same for many jobs, in one statement. */
  enqueueAll<Data extends object>(tx: Tx, spec: Job<Data>, data: Data[]): Promise<void>;
  /** Starts working on the jobs; a process of role `web` only enqueues. */
  work(deps: Deps): Promise<void>;
  stop(): Promise<void>;
}

type AnyJob = Job<never>;

const longestPauseSeconds = 15 * 60;

/** Whoever works on a job says so in time, or it counts as lost with its process and is done again. */
const heartbeatSeconds = 15;

/** How often lost jobs are looked for, by whichever process is first. */
const lookSeconds = 10;

/** Retries that fit into a time with pauses of 2, 4, 8 … seconds, at most a quarter of an hour each. */
function countRetries(seconds: number): number {
  let retries = 0;
  for (let spent = 0; spent < seconds; retries += 1)
    spent += Math.min(longestPauseSeconds, 2 ** (retries + 1));
  return retries;
}

export async function startJobs(options: {
  database: JobsDatabase;
  kind: 'postgres' | 'embedded';
  jobs: readonly AnyJob[];
  /** Whether this process works on jobs or only enqueues them. */
  works: boolean;
  onError: (error: Error) => void;
}): Promise<Jobs> {
  const boss = new PgBoss({
    db: options.database,
    backend: options.kind === 'embedded' ? 'pglite' : 'postgres',
    supervise: options.works,
    superviseIntervalSeconds: lookSeconds,
    monitorIntervalSeconds: lookSeconds,
    schedule: false,
  });
  boss.on('error', options.onError);
  await boss.start();
  for (const spec of options.jobs) {
    await prepareQueue(boss, spec);
    // Reading a queue once puts it into the cache that `send` uses, which must not take a second connection
    // while a transaction holds one.
    await boss.findJobs(spec.name, { id: '00000000-0000-0000-0000-000000000000' });
  }
  const timers: NodeJS.Timeout[] = [];
  return {
    async enqueue(tx, spec, data) {
      await boss.send(spec.name, data, { db: fromKysely(tx) });
    },
    async enqueueAll(tx, spec, data) {
      const inserts = data.map((one) => ({ data: one }));
      await boss.insert(spec.name, inserts, { db: fromKysely(tx) });
    },
    async work(deps) {
      for (const spec of options.jobs) {
        await boss.work(
          spec.name,
          {
            // Nobody waits for what repeats, and each look costs a statement.
            pollingIntervalSeconds: spec.everySeconds ? 2 : 0.5,
            batchSize: 10,
            burstWhenBatchFull: true,
            perJobResults: true,
            heartbeatRefreshSeconds: heartbeatSeconds / 3,
          },
          (batch: { id: string; data: never }[]) => Promise.all(batch.map((one) => runJob(deps, spec, one))),
        );
        if (spec.everySeconds) timers.push(repeat(boss, spec, spec.everySeconds, options.onError));
      }
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await boss.stop({ graceful: true, timeout: 8_000 });
    },
  };
}

/** Makes the job's queue, or brings the one that an earlier version of Foyer made to the same settings. */
async function prepareQueue(boss: PgBoss, spec: AnyJob): Promise<void> {
  const settings = {
    // A repeating job that was lost is not left to its next turn.
    retryLimit: Math.max(countRetries(spec.retryForSeconds), spec.everySeconds ? 1 : 0),
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: longestPauseSeconds,
    deleteAfterSeconds: 3 * 24 * 3600,
    heartbeatSeconds,
  };
  const policy = spec.everySeconds ? 'exclusive' : 'standard';
  const known = await boss.getQueue(spec.name);
  // The policy of a queue is for ever. What waits in a repeating job's is nothing that the next turn does not do.
  if (known && known.policy !== policy) await boss.deleteQueue(spec.name);
  await boss.createQueue(spec.name, { policy, ...settings });
  await boss.updateQueue(spec.name, settings);
}

async function runJob(
  deps: Deps,
  spec: AnyJob,
  { id, data }: { id: string; data: never },
): Promise<JobResult> {
  try {
    await spec.run(deps, data);
    return { id, status: 'completed' };
  } catch (error) {
    deps.log.error({ err: error, job: spec.name, jobId: id, data }, 'job failed');
    return { id, status: 'failed', output: { message: String(error) } };
  }
}

/** Every worker process asks for the next run; the singleton slot lets one of them through. */
function repeat(boss: PgBoss, spec: AnyJob, seconds: number, onError: (error: Error) => void) {
  const ask = () => {
    boss.send(spec.name, {}, { singletonSeconds: seconds, singletonKey: spec.name }).catch(onError);
  };
  ask();
  return setInterval(ask, seconds * 1000);
}
