import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeUser } from '../../../test/factories.ts';
import {
  deliverMessages,
  hoursFromNow,
  makeAttendedSale,
  makeWriter,
  type Writer,
} from '../../../test/mails/messages.ts';
import { runMailJobs } from '../../../test/mails/run-order-mails.ts';
import { listMailsTo } from '../../../test/mails/wait-for-mails.ts';
import { sendAutomaticMails } from './messages.automatic.service.ts';

const words = { subject: 'See you at the pier', text: 'Bring a **coat**.' };

let app: TestApp;
let organiser: Writer;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeWriter(app);
});

afterAll(() => app.close());

const rewrite = (on: TestApp, { token }: { token: string }, id: number) =>
  on.call('PATCH /events/:id/automatic-mails', { token, params: { id }, body: { kind: 'reminder', words } });

async function unverify(user: { id: number }): Promise<void> {
  await app.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', user.id).execute();
}

describe('the own words of a reminder', () => {
  it('need a writer with a verified address, and the audit names the writer', async () => {
    const writer = await makeWriter(app);
    const { id } = await makeAttendedSale(app, writer, { startsIn: 30, title: 'Audited' });
    expect((await rewrite(app, writer, id)).status).toBe(200);
    const entries = await app.db
      .selectFrom('audit_entries')
      .select(['actor_id', 'details'])
      .where('action', '=', 'event.automatic_mail_changed')
      .where('event_id', '=', id)
      .execute();
    expect(entries).toEqual([{ actor_id: writer.id, details: { kind: 'reminder', words: 'own' } }]);
    await unverify(writer);
    expect((await rewrite(app, writer, id)).body.code).toBe('email_not_verified');
  });

  it('give way to the usual words while the address of their writer is not verified', async () => {
    const writer = await makeWriter(app);
    const { id, recipient } = await makeAttendedSale(app, writer, { startsIn: 20, title: 'Changed' });
    await rewrite(app, writer, id);
    await unverify(writer);
    await sendAutomaticMails(app.deps);
    await deliverMessages(app);
    expect(listMailsTo(app, recipient, words.subject)).toEqual([]);
    expect(listMailsTo(app, recipient, 'Reminder: Changed')).toHaveLength(1);
  });

  it.each(['message_new_team', 'message_new_team_sender'] as const)(
    'give way to the usual words when the limit %s of a new team is used up',
    async (limit) => {
      const limited = await startTestApp({ works: false, env: { FOYER_RATE_LIMITS: 'on' } });
      try {
        const writer = await makeWriter(limited);
        const first = await makeAttendedSale(limited, writer, { startsIn: 20, title: 'First' });
        await rewrite(limited, writer, first.id);
        await sendAutomaticMails(limited.deps);
        const subject = `${limit}:${limit === 'message_new_team' ? writer.teamId : writer.id}`;
        const counted = await limited.db
          .updateTable('limit_counts')
          .set({ uses: 100 })
          .where('subject', '=', subject)
          .where('uses', '=', 1)
          .executeTakeFirst();
        expect(counted.numUpdatedRows).toBe(1n);
        const second = await makeAttendedSale(limited, writer, { startsIn: 20, title: 'Second' });
        await rewrite(limited, writer, second.id);
        await sendAutomaticMails(limited.deps);
        await deliverMessages(limited);
        expect(listMailsTo(limited, first.recipient, words.subject)).toHaveLength(1);
        expect(listMailsTo(limited, second.recipient, words.subject)).toEqual([]);
        expect(listMailsTo(limited, second.recipient, 'Reminder: Second')).toHaveLength(1);
      } finally {
        await limited.close();
      }
    },
  );
});

describe('a reminder that waited', () => {
  it.each([
    ['the event is cancelled', { status: 'cancelled' }],
    ['the event has moved to another day', { startsIn: 30 * 24 }],
    ['the event has started', { startsIn: -1 }],
  ] as const)('is not sent when %s', async (_, change) => {
    const { id, recipient } = await makeAttendedSale(app, organiser, { startsIn: 20, title: 'Waiting' });
    await sendAutomaticMails(app.deps);
    await runMailJobs(app, '^messages.spread');
    const changed =
      'startsIn' in change
        ? { start_time: hoursFromNow(app, change.startsIn), end_time: hoursFromNow(app, change.startsIn + 2) }
        : change;
    await app.db.updateTable('events').set(changed).where('id', '=', id).execute();
    await deliverMessages(app);
    expect(listMailsTo(app, recipient, 'Reminder')).toEqual([]);
    expect(await organiser.listSent(id)).toMatchObject([{ sent: 0, not_sent: 1 }]);
  });
});

describe('reminders and the sale of tickets', () => {
  it('do not wait for each other', async () => {
    const { id } = await makeAttendedSale(app, organiser, { startsIn: 20, title: 'Hot' });
    const stranger = await makeUser(app);
    await app.db.transaction().execute(async (sale) => {
      // A sale holds this lock.
      await sale.selectFrom('events').select('id').where('id', '=', id).forNoKeyUpdate().execute();
      expect((await rewrite(app, stranger, id)).status).toBe(403);
      expect((await rewrite(app, organiser, id)).status).toBe(200);
      await sendAutomaticMails(app.deps);
      expect(await organiser.listSent(id)).toHaveLength(1);
    });
  });

  it('are not kept back by an event whose reminder fails', async () => {
    const broken = await makeAttendedSale(app, organiser, { startsIn: 10, title: 'Broken' });
    const next = await makeAttendedSale(app, organiser, { startsIn: 20, title: 'Next' });
    await sql`alter table messages add constraint no_broken_message check (event_id <> ${sql.lit(broken.id)})`.execute(
      app.db,
    );
    await sendAutomaticMails(app.deps);
    await sql`alter table messages drop constraint no_broken_message`.execute(app.db);
    await deliverMessages(app);
    expect(listMailsTo(app, broken.recipient, 'Reminder')).toEqual([]);
    expect(listMailsTo(app, next.recipient, 'Reminder: Next')).toHaveLength(1);
  });
});
