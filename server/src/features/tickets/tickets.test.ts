import { formatShortCode } from '@foyer/contract/text/short-code.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeEvent, makeMember, makeOrganiser, makeUser, only } from '../../../test/factories.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

async function makeTicket() {
  const organiser = await makeOrganiser(app);
  const event = await makeEvent(app, { price: 0 }, organiser);
  const holder = await makeUser(app);
  await app.call('POST /events/:id/register', { token: holder.token, params: { id: event.id } });
  const { body } = await app.call('GET /tickets/user/:userId', {
    token: holder.token,
    params: { userId: holder.id },
  });
  const { ticket_code: code, short_code: shortCode, id } = only(body.tickets);
  return { organiser, event, holder, code, shortCode, id };
}

function verify(user: { token: string }, code: string) {
  return app.call('GET /tickets/verify/:code', { token: user.token, params: { code } });
}

function use(user: { token: string }, codeOrId: string | number) {
  return app.call('POST /tickets/use/:codeOrId', { token: user.token, params: { codeOrId } });
}

describe('the check-in of a ticket', () => {
  it('admits a ticket once and refuses a second check-in of the same ticket', async () => {
    const { organiser, holder, event, code } = await makeTicket();
    const helper = await makeMember(app, organiser.teamId, 'organizer');
    expect((await verify(helper, code)).body).toMatchObject({
      msg: 'Ticket is valid',
      ticket: { username: holder.username, event_title: event.title, status: 'valid' },
    });
    const first = await use(helper, code);
    expect(first).toMatchObject({
      status: 200,
      body: { msg: 'Ticket marked as used', ticket: { status: 'used' } },
    });
    const second = await use(helper, code);
    expect(second).toMatchObject({
      status: 409,
      body: { code: 'ticket_used', msg: 'Ticket has already been used' },
    });
    expect(second.body.used_at).toBe(first.body.ticket.used_at);
    expect((await verify(helper, code)).body).toMatchObject({
      code: 'ticket_used',
      ticket: { username: holder.username },
    });
  });

  it('finds a ticket by its short code in lower case, as well as by its long code', async () => {
    const { organiser, code, shortCode, id } = await makeTicket();
    const typed = formatShortCode(shortCode).toLowerCase();
    expect((await verify(organiser, code)).body.ticket.id).toBe(id);
    expect((await use(organiser, typed)).body.ticket).toMatchObject({ id, status: 'used' });
  });

  it('admits a ticket once when thirty scanners ask at the same moment', async () => {
    const { organiser, code } = await makeTicket();
    const answers = await Promise.all(Array.from({ length: 30 }, () => use(organiser, code)));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.code === 'ticket_used')).toHaveLength(29);
  });

  it('accepts the id of a ticket as well as its code', async () => {
    const { organiser, id } = await makeTicket();
    expect((await use(organiser, id)).body.ticket.id).toBe(id);
  });

  it('refuses an unknown code, and a ticket of an event that is over', async () => {
    const { organiser, code } = await makeTicket();
    expect(await use(organiser, 'AAAAAAAAAAAAAAAAAAAAAAAA')).toMatchObject({
      status: 404,
      body: { code: 'ticket_not_found' },
    });
    expect(await use(organiser, 'x')).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    await app.db
      .updateTable('events')
      .set({ start_time: new Date('2020-01-01'), end_time: new Date('2020-01-02') })
      .where('id', '=', (await verify(organiser, code)).body.ticket.event_id)
      .execute();
    expect(await use(organiser, code)).toMatchObject({ status: 409, body: { code: 'event_ended' } });
  });

  it('is allowed only to the event’s team, while the holder may only see the ticket', async () => {
    const { holder, code } = await makeTicket();
    expect((await verify(holder, code)).status).toBe(200);
    expect((await use(holder, code)).status).toBe(403);
    const stranger = await makeOrganiser(app);
    expect((await verify(stranger, code)).status).toBe(403);
    expect((await use(stranger, code)).status).toBe(403);
    expect((await verify(holder, code)).body.ticket.status).toBe('valid');
  });

  it('tells strangers nothing about an event that became a draft again', async () => {
    const { holder, event, code } = await makeTicket();
    await app.db.updateTable('events').set({ status: 'draft' }).where('id', '=', event.id).execute();
    const stranger = await makeOrganiser(app);
    const hidden = { status: 404, body: { code: 'ticket_not_found' } };
    expect(await verify(stranger, code)).toMatchObject(hidden);
    expect(await use(stranger, code)).toMatchObject(hidden);
    expect((await verify(holder, code)).status).toBe(200);
  });
});

describe('a user’s tickets', () => {
  it('are hidden from other users, but an event’s team sees the tickets for its own event', async () => {
    const { holder, event, organiser } = await makeTicket();
    const read = (user: { token: string }) =>
      app.call('GET /tickets/user/:userId', { token: user.token, params: { userId: holder.id } });
    expect((await read(holder)).body.tickets).toHaveLength(1);
    expect((await read(organiser)).status).toBe(403);
    const paid = await app.call('GET /tickets/user/:userId/event/:eventId', {
      token: organiser.token,
      params: { userId: holder.id, eventId: event.id },
    });
    expect(paid.body).toMatchObject({ hasUserPaid: false, tickets: [{ paid: false }] });
  });
});
