import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../app.ts';
import { makeEvent, makeOrganiser, makeUser, openCheckout, type TestUser } from '../factories.ts';
import { findFreePort } from '../free-port.ts';
import { sendThrough, startMailServer, startSilentServer, type TestMailServer } from './mail-server.ts';
import { listTicketsOf } from '../tickets.ts';

/** The app waits this many milliseconds for the greeting of a mail server before it gives up. */
const greetingMs = 5000;

let app: TestApp;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
});

afterAll(() => app.close());

async function register(user?: TestUser) {
  const event = await makeEvent(app, {}, organiser);
  const guest = user ?? (await makeUser(app));
  const before = Date.now();
  const { status } = await app.call('POST /events/:id/register', {
    token: guest.token,
    params: { id: event.id },
  });
  expect(status).toBe(201);
  return { guest, tookMs: Date.now() - before };
}

function listRecipients(server: TestMailServer) {
  return server
    .listReceived()
    .map((mail) => String(mail.to?.[0]?.address))
    .toSorted();
}

async function readOutcome(person: { id: number }) {
  const [ticket] = await listTicketsOf(app, person);
  return app.db
    .selectFrom('sent_mails')
    .select(['sent_at', 'refusal'])
    .where('fact', '=', `ticket:${ticket?.id}`)
    .executeTakeFirst();
}

describe('a mail server that was down', () => {
  it('receives each delayed email exactly once after it comes back', async () => {
    const port = await findFreePort();
    sendThrough(app, port);
    const guests = (await Promise.all([register(), register(), register()])).map(({ guest }) => guest);
    const listOutcomes = async () => (await Promise.all(guests.map(readOutcome))).filter(Boolean);
    await expect.poll(listOutcomes).toEqual(guests.map(() => ({ sent_at: null, refusal: null })));
    const server = await startMailServer({ port });
    const emails = guests.map(({ email }) => email).toSorted();
    await expect.poll(() => listRecipients(server), { timeout: 25_000 }).toEqual(emails);
    await expect
      .poll(listOutcomes)
      .toEqual(guests.map(() => ({ sent_at: expect.any(Date) as Date, refusal: null })));
    expect(listRecipients(server)).toEqual(emails);
    await server.close();
  });
});

describe('a mail server that accepts connections but never replies', () => {
  it('delays no requests and no other jobs, and loses no email', async () => {
    const silent = await startSilentServer();
    sendThrough(app, silent.port, greetingMs);
    const { guest, tookMs } = await register();
    expect(tookMs).toBeLessThan(greetingMs - 500);
    await expect.poll(() => readOutcome(guest)).toEqual({ sent_at: null, refusal: null });
    // Jobs that send no email still run while the mail server is silent. One of them processes the webhook of this sale
    // and issues its ticket.
    const event = await makeEvent(app, { price: 15 }, organiser);
    const buyer = await makeUser(app);
    const sessionId = await openCheckout(app, buyer, event.id);
    await app.sandbox.payWithCard(sessionId, { number: '4242 4242 4242 4242' });
    await app.sandbox.deliverDue();
    const read = () => listTicketsOf(app, buyer);
    await expect.poll(read, { timeout: greetingMs - 500 }).toMatchObject([{ paid: true }]);
    expect(await readOutcome(guest)).toEqual({ sent_at: null, refusal: null });
    const server = await startMailServer();
    sendThrough(app, server.port);
    silent.close();
    await expect.poll(() => listRecipients(server), { timeout: 28_000 }).toContain(guest.email);
    await server.close();
  }, 45_000);
});

describe('an email that the mail server refuses', () => {
  it('is not sent again, and does not stop the emails to other recipients', async () => {
    const [wrong, busy, right] = [await makeUser(app), await makeUser(app), await makeUser(app)];
    const server = await startMailServer({ refuses: [wrong.email], defers: [busy.email] });
    sendThrough(app, server.port);
    await Promise.all([register(wrong), register(busy), register(right)]);
    const emails = [busy.email, right.email].toSorted();
    // An email of the test before may arrive late.
    const listOwn = () => listRecipients(server).filter((email) => [wrong.email, ...emails].includes(email));
    await expect.poll(listOwn, { timeout: 25_000 }).toEqual(emails);
    const refusal = expect.stringMatching(/550 Not for the recipient/) as string;
    await expect.poll(() => readOutcome(wrong)).toEqual({ sent_at: null, refusal });
    expect(server.countTries(wrong.email)).toBe(1);
    expect(server.countTries(busy.email)).toBe(2);
    await server.close();
  });
});
