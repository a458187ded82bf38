import { sql } from 'kysely';
import pLimit from 'p-limit';
import type { Tx } from '../db/connect.ts';
import { retryWhileUnavailable } from '../db/retry.ts';
import type { Deps } from '../deps.ts';
import { job } from '../jobs/jobs.ts';
import { deleteOldHeldMails, holdMail } from './held-mails.ts';
import type { Letter, MailKind } from './letter.ts';
import { judgeLetter } from './mail-gate.ts';
import { MailRefusedError, maxMailsAtOnce, type Message } from './mail.ts';

/**
 * For this long, a claim on a mail keeps other jobs from sending it. The sending job renews its claim. After a crash
 * the claim expires, and another job can send the mail.
 */
const claimMs = 20_000;

const renewalMs = 5_000;

const keptDays = 30;

type Compose = () => Message | Promise<Message>;

type Outcome = { sent_at?: Date; refusal?: string };

// All mails of this process share one limit. A mail is claimed when its turn comes.
const inTurn = pLimit(maxMailsAtOnce);

// A message goes to many people at once. It takes two of the five places at most, so that tickets need not wait for it.
const messagesInTurn = pLimit(2);

const toMany: readonly MailKind[] = ['message', 'unasked_message', 'follow'];

/**
 * Sends the mail about a fact once, if it may be sent. When several jobs try at once, one sends it and the others
 * throw. A crash may cause a second mail with the same Message-ID. Returns `held` when the mail must wait.
 */
export function sendOnce(deps: Deps, letter: Letter, compose: Compose): Promise<'done' | 'held'> {
  const send = () => inTurn(() => claimAndSend(deps, letter, compose));
  return toMany.includes(letter.kind) ? messagesInTurn(send) : send();
}

async function claimAndSend(deps: Deps, letter: Letter, compose: Compose): Promise<'done' | 'held'> {
  const messageId = await claimFact(deps, letter);
  if (messageId === null) return 'done';
  const renewal = setInterval(() => void renewClaim(deps, letter.fact), renewalMs);
  // Renew the claim until the outcome is recorded, so that no other job sends the mail.
  return passOn(deps, letter, compose, messageId).finally(() => clearInterval(renewal));
}

async function passOn(deps: Deps, letter: Letter, compose: Compose, messageId: string) {
  const { fact } = letter;
  const outcome = await judgeAndSend(deps, letter, compose, messageId).catch(async (error: unknown) => {
    await recordOutcome(deps, fact, {});
    throw error;
  });
  await recordOutcome(deps, fact, outcome === 'held' ? {} : outcome);
  return outcome === 'held' ? outcome : 'done';
}

async function judgeAndSend(
  deps: Deps,
  letter: Letter,
  compose: Compose,
  messageId: string,
): Promise<Outcome | 'held'> {
  const { fact, kind } = letter;
  const judged = await judgeLetter(deps, letter);
  if (judged.verdict === 'hold') {
    await holdMail(deps, { ...letter, fact: judged.place ?? fact }, judged.wait);
    deps.log.info({ fact, kind, reason: judged.reason }, 'a mail is held back');
    return 'held';
  }
  if (judged.verdict === 'drop') {
    deps.log.info({ fact, kind, reason: judged.reason }, 'a mail is not sent');
    return { refusal: judged.reason };
  }
  const refusal = await composeAndSend(deps, letter, compose, messageId).catch(async (error: unknown) => {
    await judged.takeBack();
    throw error;
  });
  if (refusal === null) return { sent_at: deps.clock.now() };
  deps.log.warn({ fact, refusal }, 'a mail was refused for good');
  return { refusal };
}

/**
 * Claims the mail and returns its Message-ID, or null when it was already sent or must never be sent. Throws while
 * another job has a claim on it.
 */
async function claimFact({ db, clock }: Deps, { fact, to }: Letter): Promise<string | null> {
  const now = clock.now();
  const claimed_until = new Date(now.getTime() + claimMs);
  const claimed = await db
    .insertInto('sent_mails')
    .values({ fact, user_id: to.userId, noted_at: now, claimed_until })
    .onConflict((conflict) =>
      conflict
        .column('fact')
        .doUpdateSet({ claimed_until })
        .where('sent_mails.sent_at', 'is', null)
        .where('sent_mails.refusal', 'is', null)
        .where(sql<boolean>`coalesce(sent_mails.claimed_until <= ${now}, true)`),
    )
    .returning('message_id')
    .executeTakeFirst();
  if (claimed) return claimed.message_id;
  const open = await db
    .selectFrom('sent_mails')
    .select('fact')
    .where('fact', '=', fact)
    .where('sent_at', 'is', null)
    .where('refusal', 'is', null)
    .executeTakeFirst();
  if (open) throw new Error(`The mail about ${fact} is being sent by somebody else`);
  return null;
}

/** An expired claim is not renewed, because another job may have the mail now. */
async function renewClaim({ db, clock, log }: Deps, fact: string): Promise<void> {
  const now = clock.now();
  await db
    .updateTable('sent_mails')
    .set({ claimed_until: new Date(now.getTime() + claimMs) })
    .where('fact', '=', fact)
    .where('claimed_until', '>', now)
    .execute()
    .catch((error: unknown) => log.warn({ err: error, fact }, 'could not renew the claim on a mail'));
}

/** Writes and sends the mail. Returns null, or the reason when the server refused the mail for good. */
async function composeAndSend(
  deps: Deps,
  { to }: Letter,
  compose: Compose,
  messageId: string,
): Promise<string | null> {
  // Send to the email address that `judgeLetter` has checked, even if the composed mail names another.
  const message = { ...(await compose()), to: to.email };
  try {
    await deps.mail.send(message, messageId);
    return null;
  } catch (error) {
    if (!(error instanceof MailRefusedError)) throw error;
    // Mail servers repeat the recipient's email address in the reason, and Foyer does not store this personal data.
    return error.message.replaceAll(message.to, 'the recipient');
  }
}

async function recordOutcome({ db }: Deps, fact: string, outcome: Outcome): Promise<void> {
  await retryWhileUnavailable(() =>
    db
      .updateTable('sent_mails')
      .set({ ...outcome, claimed_until: null })
      .where('fact', '=', fact)
      .execute(),
  );
}

export const forgetSentMailsJob = job({
  name: 'mail.forget-sent',
  retryForSeconds: 0,
  everySeconds: 6 * 3600,
});

/** Deletes records of mails that are older than 30 days. Jobs are retried for at most a day, so no job needs them. */
export async function deleteOldSentMails(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - keptDays * 24 * 3600 * 1000);
  await deps.db.deleteFrom('sent_mails').where('noted_at', '<', before).execute();
  await deleteOldHeldMails(deps);
}

export async function deleteSentMailsTo(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('sent_mails').where('user_id', '=', userId).execute();
}
