import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeAdmin, makeEvent, makeOrganiser, makeUser, type TestUser } from '../../../test/factories.ts';
import { sellOrder } from '../../../test/paid-orders.ts';
import { readTicket } from '../../../test/tickets.ts';

let app: TestApp;
let admin: TestUser;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  admin = await makeAdmin(app);
});

afterAll(() => app.close());

describe('the mails of a user', () => {
  const list = (id: number, query: Record<string, string> = {}, token = admin.token) =>
    app.call('GET /users/:id/mails', { token, params: { id }, query });

  it('are listed without the keys in them, newest first', async () => {
    const user = await makeUser(app);
    const mail = (fact: string, minutes: number, outcome: object) => {
      const noted_at = new Date(app.clock.now().getTime() + minutes * 60_000);
      return { fact: `${fact}:${user.id}`, user_id: user.id, noted_at, claimed_until: null, ...outcome };
    };
    const sent_at = app.clock.now();
    await app.db
      .insertInto('sent_mails')
      .values([
        mail('verify-email:a-secret-key', 0, { sent_at }),
        mail('order', 1, { refusal: 'No such mailbox' }),
      ])
      .execute();
    const { status, body } = await list(user.id);
    expect(status).toBe(200);
    expect(body.mails).toMatchObject([
      { kind: 'order', sent_at: null, refused: true },
      { kind: 'verify-email', sent_at: sent_at.toISOString(), refused: false },
    ]);
    expect(JSON.stringify(body)).not.toContain('a-secret-key');
    expect((await list(user.id, { limit: '1', page: '2' })).body.mails.map(({ kind }) => kind)).toEqual([
      'verify-email',
    ]);
  });

  it('are refused to the user, and unknown for a user who does not exist', async () => {
    const user = await makeUser(app);
    expect((await list(user.id, {}, user.token)).status).toBe(403);
    expect(await list(999_999_999)).toMatchObject({ status: 404, body: { code: 'user_not_found' } });
  });
});

describe('the money of the site', () => {
  it('is added up by month, with the money of events that were deleted', async () => {
    const organiser = await makeOrganiser(app);
    await sellOrder(app, organiser, [10]);
    const deleted = await sellOrder(app, organiser, [15]);
    await app.db
      .updateTable('payments')
      .set({ event_id: null })
      .where('id', '=', deleted.paymentId)
      .execute();
    const { body } = await app.call('GET /admin/money', { token: admin.token });
    expect(body.months).toMatchObject([{ taken: 25, refunded: 0 }]);
    const longAgo = new Date(app.clock.now().getTime() - 400 * 24 * 3_600_000);
    await app.db
      .updateTable('payments')
      .set({ paid_at: longAgo })
      .where('id', '=', deleted.paymentId)
      .execute();
    const later = await app.call('GET /admin/money', { token: admin.token });
    expect(later.body.months).toMatchObject([{ taken: 10, refunded: 0 }]);
  });
});

describe('the list of audit entries', () => {
  const list = async (q: string) =>
    (await app.call('GET /admin/audit', { token: admin.token, query: { q } })).body.entries;

  it('has the newest entries first, with the titles of their events', async () => {
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, { title: 'Lantern parade' }, organiser);
    const guest = await makeUser(app);
    const { body } = await app.call('POST /events/:id/register', {
      token: guest.token,
      params: { id: event.id },
    });
    const { id } = await readTicket(app, body.registration.id);
    for (const status of ['used', 'valid'] as const) {
      await app.call('PATCH /tickets/:id', { token: organiser.token, params: { id }, body: { status } });
    }
    await app.db
      .updateTable('audit_entries')
      // A ticket may have the id of a team, but it has not its name.
      .set({ happened_at: new Date(Date.now() - 3_600_000), object_id: organiser.teamId })
      .where('action', '=', 'ticket.check_in_undone')
      .execute();
    expect(await list('LANTERN PARADE')).toMatchObject([
      { action: 'ticket.checked_in', event_id: event.id, event_title: 'Lantern parade', object_name: null },
      {
        action: 'ticket.check_in_undone',
        event_id: event.id,
        event_title: 'Lantern parade',
        object_name: null,
      },
    ]);
  });

  it('names a team and an event until they are deleted', async () => {
    const organiser = await makeOrganiser(app);
    const { token, teamId } = organiser;
    await app.call('PATCH /teams/:id', {
      token: admin.token,
      params: { id: teamId },
      body: { name: 'Lanterns of Wrenford', description: 'We carry lights.' },
    });
    expect((await list('lanterns OF'))[0]).toMatchObject({
      object_type: 'team',
      object_name: 'Lanterns of Wrenford',
      event_title: null,
    });
    const event = await makeEvent(app, { title: 'Short parade' }, organiser);
    await app.call('DELETE /events/:id', { token, params: { id: event.id } });
    await app.call('DELETE /teams/:id', { token, params: { id: teamId } });
    expect((await list('event.deleted'))[0]).toMatchObject({ event_id: event.id, event_title: null });
    expect((await list('team.deleted'))[0]).toMatchObject({ object_id: teamId, object_name: null });
  });
});
