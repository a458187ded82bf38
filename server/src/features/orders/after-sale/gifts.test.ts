import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeUnverifiedUser, makeUser, only } from '../../../../test/factories.ts';
import { readPdf } from '../../../../test/mails/pdf-pages.ts';
import { runOrderMails } from '../../../../test/mails/run-order-mails.ts';
import { listMailsTo } from '../../../../test/mails/wait-for-mails.ts';
import { placeOrder } from '../../../../test/orders.ts';
import { sellOrder } from '../../../../test/paid-orders.ts';
import { makeOrganiserOfTypes, type OrganiserOfTypes } from '../../../../test/ticket-types.ts';
import { MailRefusedError } from '../../../mail/mail.ts';
import { hashAddress, insertStop } from '../../../mail/mail-stops.ts';

let app: TestApp;
let organiser: OrganiserOfTypes;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiserOfTypes(app);
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => app.close());

/** Orders two free tickets as a guest. */
async function orderTwo() {
  const { id, typeId } = await organiser.makeSale({ price: 0 });
  const items = [{ ticket_type_id: typeId, quantity: 2 }];
  const { number, key = '', tickets, buyer_email } = await placeOrder(app, { event_id: id, items });
  const [first, second] = tickets;
  if (!first || !second) throw new Error('The order has no two tickets');
  return { number, first, second, email: String(buyer_email), caller: { headers: { 'x-order-key': key } } };
}

type Caller = { token?: string; headers?: { 'x-order-key': string } };

function give(id: number, { token, headers }: Caller, email: string) {
  return app.call('POST /tickets/:id/transfer', {
    token,
    params: { id },
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body: { name: 'Ivo Marsh', email },
  });
}

async function readGift(number: string, caller: Caller) {
  const answer = await app.call('GET /orders/:number', { ...caller, params: { number } });
  return answer.body.order.tickets[0];
}

/** Refuses the next mail to this address for good, as a mail server does for an unknown mailbox. */
function refuseMailTo(email: string) {
  const send = app.deps.mail.send.bind(app.deps.mail);
  vi.spyOn(app.deps.mail, 'send').mockImplementation(async (message, id) => {
    if (message.to === email) throw new MailRefusedError(`550 <${email}> is nobody here`);
    await send(message, id);
  });
}

function listTicketMails({ email }: { email: string }) {
  return listMailsTo(app, { email }, 'Your ticket: ');
}

describe('the mail with a ticket for another person', () => {
  it('arrives even if an account with this address is not verified', async () => {
    const { first, caller } = await orderTwo();
    const squatter = await makeUnverifiedUser(app);
    expect((await give(first.id, caller, squatter.email)).status).toBe(200);
    await runOrderMails(app);
    expect(listTicketMails(squatter)).toHaveLength(1);
  });

  it('reaches a named attendee even if an account with this address is not verified', async () => {
    const { id, typeId } = await organiser.makeSale({ price: 0 });
    const squatter = await makeUnverifiedUser(app);
    const attendees = [{ name: 'Ivo Marsh', email: squatter.email }];
    const items = [{ ticket_type_id: typeId, quantity: 1, attendees }];
    await placeOrder(app, { event_id: id, items }, await makeUser(app));
    await runOrderMails(app);
    expect(listTicketMails(squatter)).toHaveLength(1);
  });

  it('arrives even if the owner of the address has stopped all mails', async () => {
    const { first, second, caller } = await orderTwo();
    const stranger = { email: `noor-${randomUUID()}@example.org` };
    const account = await makeUser(app);
    for (const { email } of [stranger, account]) {
      await insertStop(app.deps, hashAddress(email), { scope: 'all', objectId: 0 });
    }
    await give(first.id, caller, stranger.email);
    await give(second.id, caller, account.email);
    await runOrderMails(app);
    expect(only(listTicketMails(stranger)).text).toContain('Tickets that people give you always arrive.');
    expect(listTicketMails(account)).toHaveLength(1);
  });

  it('does not say in its PDF what the giver paid', async () => {
    const { ticketIds, buyer } = await sellOrder(app, organiser, [17]);
    const email = `ivo-${randomUUID()}@example.org`;
    const [id = 0] = ticketIds;
    await give(id, buyer, email);
    await runOrderMails(app);
    const mail = only(listTicketMails({ email }));
    const attached = mail.attachments?.find(({ filename }) => filename === 'ticket.pdf');
    expect(readPdf(attached?.content as Buffer).text).not.toContain('£17');
    const key = /#key=([\w-]{43})/.exec(mail.text)?.[1] ?? '';
    const printed = await app.app.inject({
      url: `/api/tickets/${id}/held.pdf`,
      headers: { 'x-ticket-key': key },
    });
    expect(readPdf(printed.rawPayload).text).not.toContain('£17');
  });
});

describe('a given ticket whose mail was refused for good', () => {
  it('can be given again, and only the last holder gets in', async () => {
    const { number, first, caller } = await orderTwo();
    const [wrong, right] = [`typo-${randomUUID()}@example.org`, `ivo-${randomUUID()}@example.org`];
    refuseMailTo(wrong);
    await give(first.id, caller, wrong);
    expect(await readGift(number, caller)).toMatchObject({ undelivered: false });
    await runOrderMails(app);
    expect(await readGift(number, caller)).toMatchObject({ undelivered: true, ticket_code: null });
    expect((await give(first.id, caller, right)).status).toBe(200);
    await runOrderMails(app);
    expect(listTicketMails({ email: right })).toHaveLength(1);
    expect(await readGift(number, caller)).toMatchObject({ undelivered: false, attendee_email: right });
    expect((await give(first.id, caller, wrong)).body.code).toBe('ticket_transferred');
    const use = { token: organiser.token, params: { codeOrId: String(first.ticket_code) } };
    expect((await app.call('POST /tickets/use/:codeOrId', use)).body.code).toBe('ticket_code_replaced');
  });

  it('stays with its holder once a copy of the mail has arrived', async () => {
    const { number, first, caller } = await orderTwo();
    const email = `ivo-${randomUUID()}@example.org`;
    refuseMailTo(email);
    await give(first.id, caller, email);
    await runOrderMails(app);
    vi.restoreAllMocks();
    expect((await app.call('POST /orders/:number/resend', { ...caller, params: { number } })).status).toBe(
      200,
    );
    await runOrderMails(app);
    expect(await readGift(number, caller)).toMatchObject({ undelivered: false });
    expect((await give(first.id, caller, `mara-${randomUUID()}@example.org`)).body.code).toBe(
      'ticket_transferred',
    );
  });
});

describe('the ticket of a registration', () => {
  it('cannot be given to somebody else, and the refusal says what to do', async () => {
    const { id } = await organiser.makeSale({ price: 0 });
    const { token } = await makeUser(app);
    await app.call('POST /events/:id/register', { token, params: { id } });
    const { id: ticketId } = await app.db
      .selectFrom('tickets')
      .select('id')
      .where('event_id', '=', id)
      .executeTakeFirstOrThrow();
    const refused = await give(ticketId, { token }, 'ivo@example.org');
    expect([refused.status, refused.body.code]).toEqual([409, 'ticket_not_transferable']);
    expect(refused.body.msg).toContain('Change the name on the ticket instead.');
  });
});
