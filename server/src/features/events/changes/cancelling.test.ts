import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeAdmin, makeEvent, makeMember, makeOrganiser, makeUser } from '../../../../test/factories.ts';
import { buyTicket, readPayment } from '../../../../test/payments.ts';

let app: TestApp;
let organiser: Awaited<ReturnType<typeof makeOrganiser>>;

beforeAll(async () => {
  app = await startTestApp();
  organiser = await makeOrganiser(app);
});

afterAll(() => app.close());

function cancel(id: number, { token }: { token: string }) {
  return app.call('PATCH /events/:id', { token, params: { id }, body: { status: 'cancelled' } });
}

async function readCanCancel(id: number, { token }: { token: string }) {
  return (await app.call('GET /events/:id', { token, params: { id } })).body.event.viewer?.can_cancel;
}

async function readStatus(id: number) {
  return (await app.call('GET /events/:id', { params: { id } })).body.event.status;
}

describe('cancelling an event', () => {
  it('is allowed only to team admins and site administrators after a buyer has paid', async () => {
    const event = await makeEvent(app, { price: 50 }, organiser);
    await buyTicket(app, await makeUser(app), event.id);
    const manager = await makeMember(app, organiser.teamId, 'event_manager');
    const creator = await makeMember(app, organiser.teamId, 'organizer');
    await app.db.updateTable('events').set({ created_by: creator.id }).where('id', '=', event.id).execute();
    for (const caller of [manager, creator]) {
      expect(await readCanCancel(event.id, caller)).toBe(false);
      expect(await cancel(event.id, caller)).toMatchObject({
        status: 403,
        body: { msg: 'People have paid for this event: only a team admin can cancel it' },
      });
    }
    expect(await readStatus(event.id)).toBe('published');
    expect(await readCanCancel(event.id, organiser)).toBe(true);
    expect((await cancel(event.id, organiser)).status).toBe(200);
    expect((await cancel(event.id, await makeAdmin(app))).status).toBe(200);
  });

  it('is allowed to everybody who may edit the event, while no buyer has paid', async () => {
    const event = await makeEvent(app, { price: 50 }, organiser);
    const manager = await makeMember(app, organiser.teamId, 'event_manager');
    expect(await readCanCancel(event.id, manager)).toBe(true);
    expect(await readCanCancel(event.id, await makeMember(app, organiser.teamId, 'organizer'))).toBe(false);
    expect((await cancel(event.id, manager)).status).toBe(200);
  });

  it('starts the refunds at once, without waiting for the repeating job', async () => {
    const event = await makeEvent(app, { price: 50 }, organiser);
    const { sessionId } = await buyTicket(app, await makeUser(app), event.id);
    expect((await cancel(event.id, organiser)).status).toBe(200);
    await expect.poll(async () => (await readPayment(app, sessionId)).status).toBe('refunded');
  });

  it('is refused after the event has ended, because otherwise all buyers of a past event would get their money back', async () => {
    const event = await makeEvent(app, { startsIn: -48 }, organiser);
    expect(await readCanCancel(event.id, organiser)).toBe(false);
    expect(await cancel(event.id, organiser)).toMatchObject({ status: 409, body: { code: 'event_ended' } });
    expect(await readStatus(event.id)).toBe('published');
  });
});
