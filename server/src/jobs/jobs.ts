import { sql } from 'kysely';
import { fromKysely, PgBoss, type JobResult, type QueueResult } from 'pg-boss';
import type { JobsDatabase, Tx } from '../db/connect.ts';
import type { Deps } from '../deps.ts';
import { summarizeError } from '../log.ts';
import { lookForDueJobs } from './due-jobs.ts';

/** The name of a job and how the queue retries it. The data of a job is small JSON: ids instead of rows. */
export interface Job<Data extends object> {
  /** The queue stores this name with every waiting job, so renaming a job loses its waiting jobs. */
  name: string;
  /** The queue retries with growing pauses until this many seconds have passed since the first attempt. */
  retryForSeconds: number;
  /** How often the queue adds a run of a repeating job. A repeating job never runs twice at once, and has no data. */
  everySeconds?: number;
  /** Never set: this field only tells the compiler what data the job takes. */
  data?: Data;
}

export function job<Data extends object>(spec: Job<Data>): Job<Data> {
  return spec;
}

export interface HandledJob extends Job<never> {
  run(deps: Deps, data: object): Promise<void>;
}

/**
 * Joins a job to the function that does the work. Call this only in all-jobs.ts, because otherwise a service and the
 * job that calls it would import each other.
 */
export function handle<Data extends object>(
  spec: Job<Data>,
  run: (deps: Deps, data: Data) => Promise<void>,
): HandledJob {
  // This cast is safe, because `enqueue` took the data as `Data`.
  return { ...spec, data: undefined, run: (deps, data) => run(deps, data as Data) };
}

export interface Jobs {
  /** Adds a job in the transaction, so that a rollback also removes the job. */
  enqueue<Data extends object>(
    tx: Tx,
    spec: Job<Data>,
    data: NoInfer<Data>,
    wait?: { afterSeconds: number },
  ): Promise<void>;
  /** Works like `enqueue`, for many jobs in one SQL statement. */
  enqueueAll<Data extends object>(tx: Tx, spec: Job<Data>, data: NoInfer<Data>[]): Promise<void>;
  /**
   * Removes a deleted user's email address from the queue, which keeps finished jobs for three days. Deletes jobs whose
   * data contain the address, and clears recorded errors that contain it.
   */
  forgetAddress(tx: Tx, user: { id: number; email: string }): Promise<void>;
  /** Starts the worker of this process. A process with the role `web` only enqueues jobs. */
  work(deps: Deps): Promise<void>;
  stop(): Promise<void>;
}

const daySeconds = 24 * 3600;

const longestPauseSeconds = 15 * 60;

/** When a worker has not reported on a job for this long, another worker gets the job. */
const heartbeatSeconds = 15;

/** How a worker takes jobs from its queue. */
const workerOptions = {
  // `lookForDueJobs` starts and wakes the workers. Rarely let a worker look by itself, because each look is an SQL
  // statement.
  pollingIntervalSeconds: 30,
  batchSize: 10,
  burstWhenBatchFull: true,
  perJobResults: true,
  heartbeatRefreshSeconds: heartbeatSeconds / 3,
} as const;

/** How often, in seconds, a worker process looks for jobs whose worker no longer reports. */
const lookSeconds = 10;

/** The pauses last 2, 4, 8 … seconds, up to a quarter of an hour. */
function countRetries(seconds: number): number {
  let retries = 0;
  for (let spent = 0; spent < seconds; retries += 1)
    spent += Math.min(longestPauseSeconds, 2 ** (retries + 1));
  return retries;
}

export async function startJobs(options: {
  database: JobsDatabase;
  kind: 'postgres' | 'embedded';
  jobs: readonly HandledJob[];
  /** Whether this process works on jobs or only enqueues them. */
  works: boolean;
  onError: (error: Error) => void;
  /** How often a worker process looks for due jobs. Tests look more often, so that they wait less. */
  lookEveryMs?: number;
  /** Whether this process adds the runs of repeating jobs. True by default. */
  repeats?: boolean;
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
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const spec of options.jobs) {
    await prepareQueue(boss, spec, known.get(spec.name));
  }
  const activities: { stop(): Promise<void> }[] = [];
  return {
    async enqueue(tx, spec, data, { afterSeconds } = { afterSeconds: 0 }) {
      await boss.send(spec.name, data, { db: fromKysely(tx), startAfter: afterSeconds });
    },
    async enqueueAll(tx, spec, data) {
      const inserts = data.map((one) => ({ data: one }));
      await boss.insert(spec.name, inserts, { db: fromKysely(tx) });
    },
    forgetAddress,
    async work(deps) {
      const { repeats = true } = options;
      for (const spec of options.jobs) {
        if (repeats && spec.everySeconds)
          activities.push(repeat(boss, spec, spec.everySeconds, options.onError));
      }
      const names = options.jobs.map(({ name }) => name);
      activities.push(lookForDueJobs(options, names, createWake(boss, deps, options.jobs)));
      // Look for lost jobs at once, because this process often replaces one that died.
      boss.supervise().catch(options.onError);
    },
    async stop() {
      const ends = activities.map((activity) => activity.stop());
      await Promise.all([boss.stop({ graceful: true, timeout: 8_000 }), ...ends]);
    },
  };
}

async function forgetAddress(tx: Tx, { id, email }: { id: number; email: string }): Promise<void> {
  const address = email.toLowerCase();
  await sql`delete from pgboss.job where (data ->> 'userId' = ${String(id)} and data ? 'email')
    or exists (select from jsonb_path_query(data, '$.**') as value where lower(value #>> '{}') = ${address})`.execute(
    tx,
  );
  await sql`update pgboss.job set output = null where position(${address} in lower(output::text)) > 0`.execute(
    tx,
  );
}

async function prepareQueue(boss: PgBoss, spec: HandledJob, known: QueueResult | undefined): Promise<void> {
  const settings = {
    // A repeating job has at least one retry, so that it runs again soon when its worker dies.
    retryLimit: Math.max(countRetries(spec.retryForSeconds), spec.everySeconds ? 1 : 0),
    retryDelay: 2,
    retryBackoff: true,
    retryDelayMax: longestPauseSeconds,
    deleteAfterSeconds: 3 * daySeconds,
    // The queue deletes waiting jobs after this time, even if they have retries left.
    retentionSeconds: Math.max(14 * daySeconds, spec.retryForSeconds + daySeconds),
    heartbeatSeconds,
  };
  const policy = spec.everySeconds ? 'exclusive' : 'standard';
  const hasSettings = Object.entries(settings).every(
    ([name, value]) => known?.[name as keyof typeof settings] === value,
  );
  if (known?.policy === policy && hasSettings) return;
  // The policy of a queue cannot be changed, so replace the queue. Only waiting runs of a repeating job are lost, and
  // its next run does their work.
  if (known && known.policy !== policy) await boss.deleteQueue(spec.name);
  await boss.createQueue(spec.name, { policy, ...settings });
  await boss.updateQueue(spec.name, settings);
  // Ask for any job, so that pg-boss caches the new queue, as it cached the others at its start. Otherwise the first
  // `enqueue` would need a second database connection during its transaction, and the pool might have none left.
  await boss.findJobs(spec.name, { id: '00000000-0000-0000-0000-000000000000' });
}

/**
 * Returns a function that lets the worker of a queue look for jobs. It starts each worker when the first job of its queue
 * is due, because a worker that has nothing to do would look for jobs too.
 */
function createWake(boss: PgBoss, deps: Deps, jobs: readonly HandledJob[]): (name: string) => Promise<void> {
  const specs = new Map(jobs.map((spec) => [spec.name, spec]));
  const workers = new Map<string, string>();
  return async (name) => {
    const spec = specs.get(name);
    const worker = workers.get(name);
    if (worker) boss.notifyWorker(worker);
    else if (spec) {
      const run = (batch: { id: string; data: object }[]) =>
        Promise.all(batch.map((one) => runJob(deps, spec, one)));
      workers.set(name, await boss.work(name, workerOptions, run));
    }
  };
}

async function runJob(
  deps: Deps,
  spec: HandledJob,
  { id, data }: { id: string; data: object },
): Promise<JobResult> {
  try {
    await spec.run(deps, data);
    return { id, status: 'completed' };
  } catch (error) {
    deps.log.error({ err: error, job: spec.name, jobId: id, data }, 'job failed');
    return { id, status: 'failed', output: { message: summarizeError(error) } };
  }
}

/** Every worker process enqueues the next run of a repeating job, and the queue accepts one of them. */
function repeat(boss: PgBoss, spec: HandledJob, seconds: number, onError: (error: Error) => void) {
  const ask = () =>
    boss.send(spec.name, {}, { singletonSeconds: seconds, singletonKey: spec.name }).then(() => {}, onError);
  let lastRequest = ask();
  const timer = setInterval(() => {
    lastRequest = ask();
  }, seconds * 1000);
  return {
    /** Also wait for an unfinished `send`, which still needs the database. */
    async stop() {
      clearInterval(timer);
      await lastRequest;
    },
  };
}
