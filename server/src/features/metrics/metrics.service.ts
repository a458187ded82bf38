import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Deps } from '../../deps.ts';
import type { PublicAnswers } from '../../http/memory/public-answers.ts';
import { findWebhookSubject } from '../../payments/webhook-types.ts';
import { allJobs } from '../all-jobs.ts';
import { countJobsByState, countMails, countSales, countWebhooks } from './metrics.queries.ts';

interface AnsweredRequest {
  method: string;
  /** The pattern of the route, such as `/api/events/:id`. The full web address would reveal who reads what. */
  route: string;
  status: number;
  seconds: number;
}

export interface Metrics {
  contentType: string;
  observe(request: AnsweredRequest): void;
  /** Writes all metrics in the text format of Prometheus. */
  write(): Promise<string>;
}

/**
 * Milliseconds for which a process keeps the facts that it has read from the database, so that frequent requests do not
 * repeat the queries.
 */
const keptMs = 10_000;

const hourMs = 3600 * 1000;

/**
 * Facts about the whole site come from the database, so that every web process reports the same facts, and workers need
 * no `/metrics` of their own.
 */
export function createMetrics(deps: Deps, countAnswers: PublicAnswers['count']): Metrics {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'foyer_http_request_seconds',
    help: 'How long requests took, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [register],
  });
  const connections = makeGauge(
    register,
    'database_connections',
    'Connections in use, and work that waits for one',
    'state',
  );
  const writeMemory = addMemory(register, countAnswers);
  let known: { until: number; facts: Promise<string> } | undefined;
  return {
    contentType: register.contentType,
    observe: ({ seconds, ...labels }) => requests.observe(labels, seconds),
    async write() {
      const now = deps.clock.now().getTime();
      if (!known || now >= known.until) known = { until: now + keptMs, facts: writeFacts(deps) };
      connections.set({ state: 'in_use' }, deps.load.inUse());
      connections.set({ state: 'waiting' }, deps.load.waiting());
      writeMemory();
      return `${await register.metrics()}${await known.facts}`;
    },
  };
}

function makeGauge<Label extends string = never>(
  register: Registry,
  name: string,
  help: string,
  ...labelNames: Label[]
): Gauge<Label> {
  return new Gauge({ name: `foyer_${name}`, help, labelNames, registers: [register] });
}

/** Adds the figures on the answers that are kept in memory. The result of this function updates them. */
function addMemory(register: Registry, countAnswers: PublicAnswers['count']): () => void {
  const makeCounter = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Counter({ name: `foyer_${name}`, help, labelNames, registers: [register] });
  const asked = makeCounter('memory_requests_total', 'Requests for what memory may hold', 'store', 'result');
  const evictions = makeCounter('memory_evictions_total', 'Fresh answers removed to make room', 'store');
  const bytes = makeGauge(register, 'memory_bytes', 'Space that is reserved for answers in memory', 'store');
  const waiting = makeGauge(
    register,
    'memory_waiting',
    'Requests that wait while another makes the answer',
    'store',
  );
  return () => {
    asked.reset();
    evictions.reset();
    for (const [store, counts] of Object.entries(countAnswers())) {
      asked.inc({ store, result: 'hit' }, counts.hits);
      asked.inc({ store, result: 'miss' }, counts.misses);
      evictions.inc({ store }, counts.evictions);
      bytes.set({ store }, counts.bytes);
      waiting.set({ store }, counts.waiting);
    }
  };
}

/** While the database does not answer, the facts that it stores are left out, because 0 would be wrong. */
async function writeFacts(deps: Deps): Promise<string> {
  const register = new Registry();
  const space = await deps.disk.findTightest();
  if (space)
    makeGauge(register, 'disk_free_bytes', 'Space left on the fullest disk that this process writes to').set(
      space.freeBytes,
    );
  const stored = await readStored(deps).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'could not read the metrics from the database');
    return null;
  });
  makeGauge(register, 'database_up', 'Whether the database answered').set(stored ? 1 : 0);
  if (stored) addStored(register, stored);
  return register.metrics();
}

/** Run the queries one after the other, because each query takes a database connection. */
async function readStored({ db, clock }: Deps) {
  const now = clock.now();
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMs);
  const jobs = await countJobsByState(db);
  const mails = await countMails(db, ago(1));
  const webhooks = await countWebhooks(db, ago(24));
  return { jobs, mails, webhooks, sales: await countSales(db, now) };
}

type Stored = Awaited<ReturnType<typeof readStored>>;

function addStored(register: Registry, { jobs, mails, webhooks, sales }: Stored): void {
  const add = (name: string, help: string, value: number) => makeGauge(register, name, help).set(value);
  addJobs(register, jobs);
  const outcomes = makeGauge(
    register,
    'mails_last_hour',
    'Mails by outcome, of those first tried within an hour',
    'outcome',
  );
  outcomes.set({ outcome: 'sent' }, mails.sent);
  outcomes.set({ outcome: 'refused' }, mails.refused);
  add('mails_held', 'Mails that wait for a verified address or for a limit', mails.held);
  const received = makeGauge(
    register,
    'webhooks_last_day',
    'Webhooks that arrived within a day',
    'type',
    'outcome',
  );
  for (const { type, outcome, webhooks: count } of webhooks)
    received.inc({ type: findWebhookSubject(type) ? type : 'other', outcome }, count);
  add('places_taken', 'Places taken at published events to come, holds included', sales.placesTaken);
  add('holds', 'Places that are held for a payment', sales.holds);
  add('holds_overdue', 'Holds whose time is over', sales.overdueHolds);
  add('reconcile_differences', 'Payments that differ from the provider', sales.differences);
}

/**
 * Adds the counts of jobs. Jobs of the queue itself and of earlier versions are counted as `other`, so that the number
 * of names is bounded.
 */
function addJobs(register: Registry, jobs: Stored['jobs']): void {
  const names = new Set<string>(allJobs.map(({ name }) => name));
  const counts = makeGauge(
    register,
    'jobs',
    'Jobs that are not done, and jobs that failed for good within a day',
    'job',
    'state',
  );
  const ages = makeGauge(
    register,
    'job_oldest_seconds',
    'For how long the oldest waiting job could have started',
    'job',
  );
  for (const { name, state, jobs: count, oldestSeconds } of jobs) {
    const job = names.has(name) ? name : 'other';
    counts.inc({ job, state }, count);
    if (oldestSeconds !== null) ages.set({ job }, oldestSeconds);
  }
}
