import { sql } from 'kysely';
import pLimit from 'p-limit';
import type { Deps } from '../deps.ts';
import { job } from '../jobs/jobs.ts';
import { MailRefusedError, mostMailsAtOnce, type Message } from './mail.ts';

/** Whoever sends renews the claim, several times within its life: after a crash the mail waits until it is over. */
const claimMs = 20_000;

const renewalMs = 5_000;

const keptDays = 30;

type Compose = () => Message | Promise<Message>;

// Of the process, like the connections to the mail server. Whatever waits here holds no claim yet.
const inTurn = pLimit(mostMailsAtOnce);

/**
 * Sends the mail that tells a fact, unless it was sent or refused for good before. Of several at once one sends; the
 * others throw, and find it sent when they are tried again. Throws when it could not be sent this time.
 */
export function sendOnce(deps: Deps, fact: string, compose: Compose): Promise<void> {
  return inTurn(async () => {
    const messageId = await claimFact(deps, fact);
    if (messageId === null) return;
    const renewal = setInterval(() => void renewClaim(deps, fact), renewalMs);
    const refusal = await composeAndSend(deps, compose, messageId)
      .finally(() => clearInterval(renewal))
      .catch(async (error: unknown) => {
        await recordOutcome(deps, fact, {});
        throw error;
      });
    if (refusal !== null) deps.log.warn({ fact, refusal }, 'a mail was refused for good');
    await recordOutcome(deps, fact, refusal === null ? { sent_at: deps.clock.now() } : { refusal });
  });
}

/** The id that the fact's mail goes by, for whoever may send it now; null when nobody has to any more. */
async function claimFact({ db, clock }: Deps, fact: string): Promise<string | null> {
  const now = clock.now();
  const claimed_until = new Date(now.getTime() + claimMs);
  const claimed = await db
    .insertInto('sent_mails')
    .values({ fact, noted_at: now, claimed_until })
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
  if (open) throw new Error(`${fact} is being sent by somebody else`);
  return null;
}

/** One that has run out is left alone: it may be somebody else's turn by now. */
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

/** Gives the reason why the mail will never be taken; null when it was. */
async function composeAndSend(deps: Deps, compose: Compose, messageId: string): Promise<string | null> {
  const message = await compose();
  try {
    await deps.mail.send(message, messageId);
    return null;
  } catch (error) {
    if (!(error instanceof MailRefusedError)) throw error;
    // Servers repeat the address, which is not ours to keep.
    return error.message.replaceAll(message.to, 'the recipient');
  }
}

/** Without an outcome it is anybody's turn again. */
async function recordOutcome(
  { db }: Deps,
  fact: string,
  outcome: { sent_at?: Date; refusal?: string },
): Promise<void> {
  await db
    .updateTable('sent_mails')
    .set({ ...outcome, claimed_until: null })
    .where('fact', '=', fact)
    .execute();
}

export const forgetSentMailsJob = job({
  name: 'mail.forget-sent',
  retryForSeconds: 0,
  everySeconds: 6 * 3600,
});

/** A job is tried for a day at most, so nothing asks about a mail that is this old. */
export async function deleteOldSentMails({ db, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * 24 * 3600 * 1000);
  await db.deleteFrom('sent_mails').where('noted_at', '<', before).execute();
}
