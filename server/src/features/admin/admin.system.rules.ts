import type { DataFault } from '../../db/tables.ts';
import type { AnswerOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';

export type SystemCheck = AnswerOf<Endpoints['GET /admin/system']>['checks'][number];
type Verdict = Omit<SystemCheck, 'part'>;

/**
 * The result of testing one part of the system. `failed`: the part reported an error. `late`: the part did not answer
 * in time.
 */
export type Tried<T> = { value: T } | { failure: 'failed' | 'late'; code?: string };

const ok = (says: string): Verdict => ({ state: 'ok', says, todo: null });
const notice = (says: string, todo: string): Verdict => ({ state: 'notice', says, todo });
const broken = (says: string, todo: string): Verdict => ({ state: 'broken', says, todo });

const seeLog = 'Read the server log to see why.';

/** @param settings `embedded` is true if DATABASE_URL is not set. */
export function judgeDatabase(
  tried: Tried<{ version: string; ms: number }>,
  settings: { embedded: boolean; production: boolean },
): Verdict {
  const name = settings.embedded ? 'The embedded PostgreSQL' : 'PostgreSQL';
  if ('failure' in tried) {
    return broken(`${name} does not answer.`, `Check DATABASE_URL. ${seeLog}`);
  }
  const { version, ms } = tried.value;
  const says = `${name} ${version} answered in ${Math.max(1, Math.round(ms))} ms.`;
  if (settings.embedded && settings.production) {
    return notice(`${says} Only one Foyer process can use it.`, 'Set DATABASE_URL to a PostgreSQL server.');
  }
  return ok(says);
}

/** @param host The mail server, or null if emails are saved as files instead of being sent. */
export function judgeMail(tried: Tried<unknown>, host: string | null): Verdict {
  if (host === null) {
    return 'failure' in tried
      ? broken(
          'Emails cannot be saved in the outbox.',
          'Check DATA_DIR, and check that Foyer may write there.',
        )
      : notice('Emails are only saved in the outbox. Nobody receives them.', 'Set SMTP_URL to send emails.');
  }
  if (!('failure' in tried)) return ok(`The mail server at ${host} answers.`);
  return tried.code === 'EAUTH'
    ? broken(`The mail server at ${host} refused the login.`, 'Check the user name and password in SMTP_URL.')
    : broken(
        `The mail server at ${host} does not answer.`,
        'Check SMTP_URL, and check that the mail server accepts connections from Foyer.',
      );
}

export type PaymentMode = 'sandbox' | 'test' | 'live';

/** Reads from the settings whether real money moves. A live key contains `_live_`. */
export function readPaymentMode(settings: {
  payments: 'stripe' | 'sandbox';
  stripeSecretKey: string | null;
}): PaymentMode {
  if (settings.payments === 'sandbox') return 'sandbox';
  return /^[a-z]+_live_/.test(settings.stripeSecretKey ?? '') ? 'live' : 'test';
}

export function judgePayments(tried: Tried<unknown>, mode: PaymentMode): Verdict {
  if ('failure' in tried) {
    return mode === 'sandbox'
      ? broken('The payment sandbox does not answer.', seeLog)
      : broken(
          'The payment provider does not answer, or it refuses the key.',
          'Check STRIPE_SECRET_KEY, and check that Foyer can reach the provider.',
        );
  }
  switch (mode) {
    case 'sandbox':
      return notice(
        'Payments go to the built-in sandbox. No real money moves.',
        'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to take real payments.',
      );
    case 'test':
      return notice(
        'The payment provider answers, but the key is a test key. No real money moves.',
        'Set STRIPE_SECRET_KEY to the live key and STRIPE_WEBHOOK_SECRET to its webhook secret.',
      );
    case 'live':
      return ok('The payment provider answers, and the key is a live key.');
  }
}

interface WebhookResult {
  lastReceivedAt: Date | null;
  failing: number;
  lastPaidAt: Date | null;
}

/**
 * Every payment causes a webhook. A webhook is missing if the newest webhook arrived more than this time before the
 * newest payment.
 */
const maxLateMs = 3600 * 1000;

/** @param address The web address to which the provider should send webhooks. */
export function judgeWebhook(
  tried: Tried<WebhookResult>,
  { mode, address, now }: { mode: PaymentMode; address: string; now: Date },
): Verdict {
  if ('failure' in tried) return broken('The stored webhooks cannot be read.', seeLog);
  const { lastReceivedAt, failing, lastPaidAt } = tried.value;
  const register = `In the provider's settings, send webhooks to ${address}, and set STRIPE_WEBHOOK_SECRET to the signing secret.`;
  if (!lastReceivedAt) {
    if (mode === 'sandbox') return ok('No webhook has arrived yet. The first payment will bring one.');
    const says = 'No webhook has ever arrived, so payments are confirmed minutes late.';
    return mode === 'live' ? broken(says, register) : notice(says, register);
  }
  const says = `The last webhook arrived ${agoWords(now.getTime() - lastReceivedAt.getTime())}.`;
  if (failing > 0) {
    return broken(
      `${countWords(failing, 'webhook')} could not be processed. ${says}`,
      'Open Webhooks, read the error, and retry.',
    );
  }
  const isMissed = lastPaidAt && lastPaidAt.getTime() - lastReceivedAt.getTime() > maxLateMs;
  return isMissed && mode !== 'sandbox'
    ? notice(`${says} No webhook has arrived for a later payment.`, register)
    : ok(says);
}

/** @param place The folder, or the host and bucket. */
export function judgeStorage(tried: Tried<unknown>, place: string): Verdict {
  if (!('failure' in tried)) return ok(`Writing and reading a file in ${place} works.`);
  return broken(
    `Files cannot be saved in ${place}. New pictures are refused.`,
    'Check STORAGE_URL, the free space, and that Foyer may write there.',
  );
}

interface Jobs {
  overdue: number;
  retrying: number;
  failed: number;
  troubled: readonly string[];
  idleSeconds: number | null;
}

/** Some jobs run several times a minute. If no job has finished for this many seconds, no worker is running. */
const maxIdleSeconds = 3 * 60;

export function judgeJobs(tried: Tried<Jobs>): Verdict {
  if ('failure' in tried) return broken('The job queue cannot be read.', seeLog);
  const { overdue, retrying, failed, troubled, idleSeconds } = tried.value;
  if (idleSeconds === null || idleSeconds > maxIdleSeconds) {
    const last = idleSeconds === null ? '' : `: the last job finished ${agoWords(idleSeconds * 1000)}`;
    return broken(
      `No worker is running${last}. Emails and refunds are waiting.`,
      'Start a process with FOYER_ROLE=all or worker, or find out why it stopped.',
    );
  }
  if (overdue > 0) {
    return broken(
      `${countWords(overdue, 'job')} should have started minutes ago.`,
      'The workers are too slow. Start another process with FOYER_ROLE=worker.',
    );
  }
  const names = troubled.join(', ');
  if (failed > 0) return notice(`${countWords(failed, 'job')} failed for good today: ${names}.`, seeLog);
  if (retrying > 0) {
    return notice(`${countWords(retrying, 'job')} failed and will be tried again: ${names}.`, seeLog);
  }
  return ok(`No job is late. The last job finished ${agoWords(idleSeconds * 1000)}.`);
}

interface ComparedData {
  checked_at: Date;
  faults: readonly DataFault[];
}

/** The data check runs each night. After this time, it has failed or no worker was running. */
const oldestCheckMs = 3 * 24 * 3600 * 1000;

/** @param tried The last data check, or null before the first one. */
export function judgeData(tried: Tried<ComparedData | null>, now: Date): Verdict {
  if ('failure' in tried) return broken('The result of the nightly comparison cannot be read.', seeLog);
  if (tried.value === null) {
    return ok(
      'Foyer has not compared its counters with the tickets and payments yet. A worker does so soon.',
    );
  }
  const { checked_at, faults } = tried.value;
  const ago = agoWords(now.getTime() - checked_at.getTime());
  if (faults.length > 0) {
    const list = faults.map(
      ({ fault, count, id }) => `${fault} (${countWords(count, 'row')}, such as ${id})`,
    );
    return broken(
      `Foyer’s counters and its tickets and payments disagreed ${ago}: ${list.join('; ')}.`,
      'Make a backup with npm run backup. Run npm run check-data to see whether the fault is still there, and report its words to the developers of Foyer. Sales go on.',
    );
  }
  const says = `All counters agreed with the tickets and payments ${ago}.`;
  return now.getTime() - checked_at.getTime() > oldestCheckMs
    ? notice(says, `Foyer compares them each night, but has not done so lately. ${seeLog}`)
    : ok(says);
}

function countWords(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Writes a duration as, for example, `3 minutes ago`. */
export function agoWords(milliseconds: number): string {
  for (const [unit, length] of units) {
    if (milliseconds >= length) return `${countWords(Math.floor(milliseconds / length), unit)} ago`;
  }
  return 'moments ago';
}
