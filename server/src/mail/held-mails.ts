import { sql } from 'kysely';
import type { Tx } from '../db/connect.ts';
import type { Deps } from '../deps.ts';
import { job, type Jobs } from '../jobs/jobs.ts';
import type { Letter } from './letter.ts';

/** What a held mail waits for: that a user verifies their email address, or that a limit has uses left again. */
export type Wait = { userId: number } | { until: Date };

const releasedAtOnce = 200;

/** A held mail is useless after this many days. */
const keptDays = 400;

/**
 * Keeps the job of a mail until the mail may be sent. Throws when the user has just verified the email address or
 * deleted the account. The job then runs again and decides again.
 */
export async function holdMail({ db, clock }: Deps, letter: Letter, wait: Wait): Promise<void> {
  const waits_for_user_id = 'userId' in wait ? wait.userId : null;
  const due_at = 'until' in wait ? wait.until : null;
  await db.transaction().execute(async (tx) => {
    if (waits_for_user_id !== null) await assertStillUnverified(tx, waits_for_user_id);
    const values = {
      job: letter.retry.job,
      data: JSON.stringify(letter.retry.data),
      waits_for_user_id,
      due_at,
    };
    await tx
      .insertInto('held_mails')
      .values({ fact: letter.fact, held_at: clock.now(), ...values })
      .onConflict((conflict) => conflict.column('fact').doUpdateSet(values))
      .execute();
  });
}

/** Locks the user's row, so that the email address stays unverified until the commit. */
async function assertStillUnverified(tx: Tx, userId: number): Promise<void> {
  const account = await tx
    .selectFrom('users')
    .select('email_verified_at')
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst();
  if (account?.email_verified_at !== null) throw new Error('The account that a mail waits for has changed');
}

/** Enqueues every mail that waits until this user's email address is verified, in the transaction that verifies it. */
export async function releaseMailsOf(tx: Tx, jobs: Jobs, userId: number): Promise<void> {
  const released = await tx
    .deleteFrom('held_mails')
    .where('waits_for_user_id', '=', userId)
    .returning(['job', 'data'])
    .execute();
  await enqueueReleased(tx, jobs, released);
}

export const releaseDueMailsJob = job({ name: 'mail.release-due', retryForSeconds: 0, everySeconds: 60 });

export async function releaseDueMails(deps: Deps): Promise<void> {
  while ((await releasePage(deps)) === releasedAtOnce);
}

function releasePage({ db, jobs, clock }: Deps): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const due = tx
      .selectFrom('held_mails')
      .select('fact')
      .where('due_at', '<=', clock.now())
      .orderBy('due_at')
      .limit(releasedAtOnce)
      .forUpdate()
      .skipLocked();
    const released = await tx
      .deleteFrom('held_mails')
      .where('fact', 'in', due)
      .returning(['job', 'data'])
      .execute();
    await enqueueReleased(tx, jobs, released);
    return released.length;
  });
}

async function enqueueReleased(tx: Tx, jobs: Jobs, released: { job: string; data: object }[]): Promise<void> {
  for (const [name, rows] of Map.groupBy(released, (row) => row.job)) {
    const data = rows.map((row) => row.data);
    await jobs.enqueueAll(tx, job<object>({ name, retryForSeconds: 0 }), data);
  }
}

/** Deletes mails that were held for more than a year, because the events in these mails are over. */
export async function deleteOldHeldMails({ db, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - keptDays * 24 * 3600 * 1000);
  await db.deleteFrom('held_mails').where('held_at', '<', before).execute();
}

/**
 * Deletes the held mails whose job names this user or contains the user's email address. The foreign key deletes only
 * mails that wait until the user verifies the email address, not mails that wait for a limit.
 */
export async function deleteHeldMailsTo(tx: Tx, { id, email }: { id: number; email: string }): Promise<void> {
  await tx
    .deleteFrom('held_mails')
    .where(
      sql<boolean>`data ->> 'userId' = ${String(id)}
        or lower(data -> 'given' ->> 'attendee_email') = ${email.toLowerCase()}`,
    )
    .execute();
}
