import { randomUUID } from 'node:crypto';
import type { Tx } from '../../db/connect.ts';
import type { Deps } from '../../deps.ts';
import { describeSite } from '../../mail/compose.ts';
import { retryWith } from '../../mail/letter.ts';
import { sendOnce } from '../../mail/send-once.ts';
import { renderFarewellMail } from './accounts.emails.ts';
import { sendFarewellJob } from './accounts.jobs.ts';

const dayMs = 24 * 3600 * 1000;

/** The email address is kept for longer than a day, because the job that sends the mail is retried for a day. */
const keptMs = 2 * dayMs;

export async function enqueueFarewell(
  { jobs, clock }: Deps,
  tx: Tx,
  { username, email }: { username: string; email: string },
): Promise<void> {
  const id = randomUUID();
  await tx.insertInto('farewells').values({ id, username, email, created_at: clock.now() }).execute();
  await jobs.enqueue(tx, sendFarewellJob, { farewellId: id });
}

/** Sends the mail and then deletes the email address, because nothing else needs the address. */
export async function sendFarewell(deps: Deps, { farewellId }: { farewellId: string }): Promise<void> {
  const person = await deps.db
    .selectFrom('farewells')
    .select(['username', 'email'])
    .where('id', '=', farewellId)
    .executeTakeFirst();
  if (!person) return;
  const outcome = await sendOnce(
    deps,
    {
      fact: `farewell:${farewellId}`,
      kind: 'account',
      to: { userId: null, email: person.email },
      retry: retryWith(sendFarewellJob, { farewellId }),
    },
    () => renderFarewellMail(person, describeSite(deps)),
  );
  if (outcome === 'done') await deps.db.deleteFrom('farewells').where('id', '=', farewellId).execute();
}

/** Deletes the email addresses of mails that could not be sent. */
export async function deleteOldFarewells({ db, clock }: Deps): Promise<void> {
  const before = new Date(clock.now().getTime() - keptMs);
  await db.deleteFrom('farewells').where('created_at', '<', before).execute();
}
