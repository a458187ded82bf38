import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { warnHolderJob } from '../../src/features/orders/mails/mails.jobs.ts';
import { enqueueHoldWarnings } from '../../src/features/orders/mails/mails.service.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { makeEvent, makeUser, openCheckout, type TestUser } from '../factories.ts';
import { buyTicket, logInAgain } from '../payments.ts';

const minuteMs = 60_000;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

function listWarnings({ email }: { email: string }) {
  return app.mails.filter((mail) => mail.to === email && mail.subject.startsWith('Your seat is held'));
}

/** Runs the warnings three times at once, as three processes would, and waits until no warning job is left. */
async function warnHolders() {
  await Promise.all(Array.from({ length: 3 }, () => enqueueHoldWarnings(app.deps)));
  const listLeft = async () => {
    const { rows } = await sql`select id from pgboss.job
      where name = ${warnHolderJob.name} and state in ('created', 'retry', 'active')`.execute(app.db);
    return rows;
  };
  await expect.poll(listLeft).toEqual([]);
}

function holdEndOf({ id }: TestUser) {
  return app.db
    .selectFrom('orders')
    .select('hold_expires_at')
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
}

describe('Foyer', () => {
  it('sends one warning, ten minutes before the hold ends, to a buyer who left without paying', async () => {
    const event = await makeEvent(app, { title: 'Late jazz', price: 15 });
    const buyer = await makeUser(app);
    await openCheckout(app, buyer, event.id);
    const until = Number((await holdEndOf(buyer)).hold_expires_at);
    app.clock.advance(until - app.clock.now().getTime() - 11 * minuteMs);
    await warnHolders();
    expect(listWarnings(buyer)).toEqual([]);
    app.clock.advance(2 * minuteMs);
    await warnHolders();
    await warnHolders();
    const [mail, ...others] = listWarnings(buyer);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Your seat is held for a few more minutes: Late jazz');
    for (const form of [mail?.text, mail?.html]) {
      expect(form).toContain('You have not been charged yet.');
      expect(form).toContain(`http://foyer.localhost/events/${event.id}`);
    }
    expect(mail?.text).toMatch(/Held until: \w+, \w{3} \d+, \d{4}, \d+:\d\d [AP]M (GMT|BST)\n/);

    // The buyer returns to the checkout, which extends the hold. Foyer has already warned the buyer, so it
    // sends no second warning.
    await openCheckout(app, await logInAgain(app, buyer), event.id);
    app.clock.advance(5 * minuteMs);
    await warnHolders();
    expect(listWarnings(buyer)).toHaveLength(1);
  });

  it('sends no hold warning to people who paid, who registered for free, or who gave up their hold', async () => {
    const event = await makeEvent(app, { price: 15 });
    const free = await makeEvent(app);
    const [payer, guest, leaver] = [await makeUser(app), await makeUser(app), await makeUser(app)];
    await buyTicket(app, payer, event.id);
    await app.call('POST /events/:id/register', { token: guest.token, params: { id: free.id } });
    await openCheckout(app, leaver, event.id);
    await app.db
      .updateTable('orders')
      .set({ status: 'expired', hold_expires_at: null })
      .where('user_id', '=', leaver.id)
      .execute();
    app.clock.advance(25 * minuteMs);
    await warnHolders();
    expect([payer, guest, leaver].flatMap(listWarnings)).toEqual([]);
  });

  it('warns a buyer once for each hold, and never after the hold has ended', async () => {
    const event = await makeEvent(app, { price: 15 });
    const buyer = await makeUser(app);
    await openCheckout(app, buyer, event.id);
    app.clock.advance(25 * minuteMs);
    await warnHolders();
    expect(listWarnings(buyer)).toHaveLength(1);
    app.clock.advance(40 * minuteMs);
    const again = await logInAgain(app, buyer);
    await openCheckout(app, again, event.id);
    app.clock.advance(25 * minuteMs);
    await warnHolders();
    expect(listWarnings(buyer)).toHaveLength(2);

    const late = await makeUser(app);
    await openCheckout(app, late, event.id);
    app.clock.advance(35 * minuteMs);
    await warnHolders();
    expect(listWarnings(late)).toEqual([]);
  });
});
