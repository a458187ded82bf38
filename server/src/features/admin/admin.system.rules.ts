import type { AnswerOf } from '@foyer/contract/endpoint.ts';
import type { Endpoints } from '@foyer/contract/index.ts';

export type SystemCheck = AnswerOf<Endpoints['GET /admin/system']>['checks'][number];
type Verdict = Omit<SystemCheck, 'part'>;

/** What trying a part brought, or why it brought nothing: an error, or no answer in time. */
export type Tried<T> = { value: T } | { failure: 'failed' | 'late'; code?: string };

const ok = (says: string): Verdict => ({ state: 'ok', says, todo: null });
const notice = (says: string, todo: string): Verdict => ({ state: 'notice', says, todo });
const broken = (says: string, todo: string): Verdict => ({ state: 'broken', says, todo });

const seeLog = 'The log of the server says why.';

/** @param settings `embedded` when no DATABASE_URL is set */
export function judgeDatabase(
  tried: Tried<{ version: string; ms: number }>,
  settings: { embedded: boolean; production: boolean },
): Verdict {
  const name = settings.embedded ? 'The embedded PostgreSQL' : 'PostgreSQL';
  if ('failure' in tried) {
    return broken(`${name} did not answer a simple question in time.`, `Check DATABASE_URL. ${seeLog}`);
  }
  const { version, ms } = tried.value;
  const says = `${name} ${version} answered in ${Math.max(1, Math.round(ms))} ms.`;
  if (settings.embedded && settings.production) {
    return notice(`${says} It serves one process alone.`, 'Set DATABASE_URL to a PostgreSQL server.');
  }
  return ok(says);
}

/** @param host of the mail server; null when mails are kept as files */
export function judgeMail(tried: Tried<unknown>, host: string | null): Verdict {
  if (host === null) {
    return 'failure' in tried
      ? broken('Mails cannot be written to the outbox.', 'Check DATA_DIR, and that Foyer may write there.')
      : notice('Mails are kept as files in the outbox: nobody receives them.', 'Set SMTP_URL to send them.');
  }
  if (!('failure' in tried)) return ok(`The mail server at ${host} answers.`);
  return tried.code === 'EAUTH'
    ? broken(`The mail server at ${host} refused the login.`, 'Check the name and password in SMTP_URL.')
    : broken(
        `The mail server at ${host} does not answer.`,
        'Check SMTP_URL, and that the server lets Foyer connect.',
      );
}

export type PaymentMode = 'sandbox' | 'test' | 'live';

/** Whether money moves, by the settings: the provider's keys say which of its two worlds they open. */
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
          'The payment provider does not answer, or refuses the key.',
          'Check STRIPE_SECRET_KEY, and that Foyer can reach the provider.',
        );
  }
  switch (mode) {
    case 'sandbox':
      return notice(
        'The sandbox plays the payment provider: no money moves.',
        'Set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET to take real payments.',
      );
    case 'test':
      return notice(
        'The payment provider answers, with a test key: no money moves.',
        'Put the live key into STRIPE_SECRET_KEY, and its webhook secret beside it.',
      );
    case 'live':
      return ok('The payment provider answers, with a live key.');
  }
}

interface Heard {
  lastReceivedAt: Date | null;
  failing: number;
  lastPaidAt: Date | null;
}

/** A webhook may come that much later than the payment it tells of. */
const mostLateMs = 3600 * 1000;

/** @param address where the provider sends webhooks to */
export function judgeWebhook(
  tried: Tried<Heard>,
  { mode, address, now }: { mode: PaymentMode; address: string; now: Date },
): Verdict {
  if ('failure' in tried) return broken('The stored webhooks could not be read in time.', seeLog);
  const { lastReceivedAt, failing, lastPaidAt } = tried.value;
  const register = `At the provider, send webhooks to ${address}, and put the signing secret into STRIPE_WEBHOOK_SECRET.`;
  if (!lastReceivedAt) {
    if (mode === 'sandbox') return ok('None has come yet: the first payment brings one.');
    const says = 'No webhook has ever arrived: payments are found minutes later.';
    return mode === 'live' ? broken(says, register) : notice(says, register);
  }
  const says = `The last one came ${agoWords(now.getTime() - lastReceivedAt.getTime())}.`;
  if (failing > 0) {
    return broken(
      `${countWords(failing, 'webhook')} could not be processed. ${says}`,
      'Open Webhooks, see why, and retry.',
    );
  }
  const isMissed = lastPaidAt && lastPaidAt.getTime() - lastReceivedAt.getTime() > mostLateMs;
  return isMissed && mode !== 'sandbox'
    ? notice(`${says} There was a payment since that none told of.`, register)
    : ok(says);
}

/** @param place a folder, or host and bucket */
export function judgeStorage(tried: Tried<unknown>, place: string): Verdict {
  if (!('failure' in tried)) return ok(`A file was written to ${place} and read again.`);
  return broken(
    `Files cannot be kept in ${place}.`,
    'Check STORAGE_URL, that there is room, and that Foyer may write there. New pictures are refused meanwhile.',
  );
}

interface Jobs {
  overdue: number;
  retrying: number;
  failed: number;
  troubled: readonly string[];
  idleSeconds: number | null;
}

/** Some jobs run several times a minute, so silence means that nobody works. */
const mostIdleSeconds = 3 * 60;

export function judgeJobs(tried: Tried<Jobs>): Verdict {
  if ('failure' in tried) return broken('The job queue could not be read in time.', seeLog);
  const { overdue, retrying, failed, troubled, idleSeconds } = tried.value;
  if (idleSeconds === null || idleSeconds > mostIdleSeconds) {
    const since = idleSeconds === null ? 'yet' : `since ${agoWords(idleSeconds * 1000)}`;
    return broken(
      `No job has been done ${since}: mails and refunds wait.`,
      'Start a process with FOYER_ROLE=all or worker, or look why it stopped.',
    );
  }
  if (overdue > 0) {
    return broken(
      `${countWords(overdue, 'job')} should have begun minutes ago.`,
      'The workers are behind: start another process with FOYER_ROLE=worker.',
    );
  }
  const names = troubled.join(', ');
  if (failed > 0) return notice(`${countWords(failed, 'job')} failed for good today: ${names}.`, seeLog);
  if (retrying > 0) {
    return notice(`${countWords(retrying, 'job')} failed and will be tried again: ${names}.`, seeLog);
  }
  return ok(`Nothing waits. The last job was done ${agoWords(idleSeconds * 1000)}.`);
}

function countWords(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** `3 minutes ago` */
export function agoWords(milliseconds: number): string {
  for (const [unit, length] of units) {
    if (milliseconds >= length) return `${countWords(Math.floor(milliseconds / length), unit)} ago`;
  }
  return 'moments ago';
}
