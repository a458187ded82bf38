import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeMember, makeOrganiser, only } from '../../../../test/factories.ts';
import { listAuditEntries } from '../../../../test/payments.ts';
import { makeOrganiserOfCodes, type OrganiserOfCodes } from '../../../../test/promo-codes.ts';

const day = 24 * 3600_000;

let app: TestApp;
let organiser: OrganiserOfCodes;

beforeAll(async () => {
  app = await startTestApp({ works: false });
  organiser = await makeOrganiserOfCodes(app);
});

afterAll(() => app.close());

const inDays = (days: number) => new Date(app.clock.now().getTime() + days * day).toISOString();

describe('a new promo code', () => {
  it('can take a percentage off, and works at any time and any number of times if the request sets no limits', async () => {
    const { id } = await organiser.makeSale();
    const { status, body } = await organiser.createCode(id, {
      code: 'early-10',
      kind: 'percent',
      percent: 10,
    });
    expect(status).toBe(201);
    expect(body.promo_code).toMatchObject({
      code: 'EARLY-10',
      kind: 'percent',
      percent: 10,
      amount: null,
      all_events: false,
      ticket_type_ids: [],
      starts_at: null,
      ends_at: null,
      max_uses: null,
      max_per_buyer: null,
      uses: 0,
      given_away: 0,
      state: 'active',
      has_orders: false,
      can_edit: true,
    });
    expect((await organiser.listCodes(id)).promo_codes).toEqual([body.promo_code]);
  });

  it('can take an amount off, in pounds and pence', async () => {
    const { id, typeId } = await organiser.makeSale();
    const code = await organiser.makeCode(id, {
      kind: 'amount',
      percent: undefined,
      amount: 2.5,
      ticket_type_ids: [typeId, typeId],
      max_uses: 5,
      max_per_buyer: 1,
    });
    expect(code).toMatchObject({ amount: 2.5, ticket_type_ids: [typeId], max_uses: 5, max_per_buyer: 1 });
  });

  it('cannot be the same as another code of its event, or as another code for all events of its team', async () => {
    const boss = await makeOrganiserOfCodes(app);
    const { id } = await boss.makeSale();
    const elsewhere = await boss.makeSale();
    await boss.makeCode(id, { code: 'SPRING' });
    const msg = expect.stringContaining('This promo code exists already') as string;
    const refusal = { status: 409, body: { code: 'promo_code_taken', msg } };
    const again = { code: 'spring', kind: 'percent', percent: 5 } as const;
    expect(await boss.createCode(id, again)).toMatchObject(refusal);
    expect(await boss.createCode(elsewhere.id, again)).toMatchObject({ status: 201 });
    expect(await boss.createCode(id, { ...again, all_events: true })).toMatchObject({ status: 201 });
    expect(await boss.createCode(elsewhere.id, { ...again, all_events: true })).toMatchObject(refusal);
  });

  it('is created only once when twenty requests with the same name arrive at once', async () => {
    const { id } = await organiser.makeSale();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        organiser.createCode(id, { code: 'ONCE', kind: 'percent', percent: 5 }),
      ),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19);
  });

  it.each([
    [{ kind: 'percent' }, 'percent', 'Percent is required'],
    [{ kind: 'amount' }, 'amount', 'Amount is required'],
    [{ kind: 'amount', amount: 5, percent: 5 }, 'percent', 'Only a code of the kind percent has a percent'],
    [{ kind: 'percent', percent: 5, amount: 5 }, 'amount', 'Only a code of the kind amount has an amount'],
    [
      { kind: 'percent', percent: 5, starts_at: '2031-05-02T10:00:00Z', ends_at: '2031-05-02T10:00:00Z' },
      'ends_at',
      'The end must be after the start',
    ],
  ] as const)(
    'is refused when a field is missing or does not fit another field: %j',
    async (fields, field, message) => {
      const { id } = await organiser.makeSale();
      const { status, body } = await organiser.createCode(id, { code: 'WRONG', ...fields });
      expect([status, body]).toMatchObject([400, { errors: [{ field, message }] }]);
    },
  );

  it('can be limited to ticket types of its event, but not if it is for all events of the team', async () => {
    const boss = await makeOrganiserOfCodes(app);
    const { id, typeId } = await boss.makeSale();
    const elsewhere = await boss.makeSale();
    const { body } = await boss.add(id, { name: 'Gone', price: 3 });
    await boss.remove(id, body.ticket_type.id);
    const create = (ticket_type_ids: number[]) =>
      boss.createCode(id, { code: 'SOME', kind: 'unlock', ticket_type_ids });
    const refusal = { status: 404, body: { code: 'ticket_type_not_found' } };
    expect(await create([typeId, elsewhere.typeId])).toMatchObject(refusal);
    expect(await create([body.ticket_type.id])).toMatchObject(refusal);
    expect(await create([typeId])).toMatchObject({ status: 201 });
    const ofAll = { code: 'ALL', kind: 'unlock', all_events: true } as const;
    const { status, body: wrong } = await boss.createCode(id, { ...ofAll, ticket_type_ids: [typeId] });
    expect([status, wrong]).toMatchObject([400, { errors: [{ field: 'ticket_type_ids' }] }]);
    expect(await boss.createCode(id, ofAll)).toMatchObject({ status: 201 });
  });
});

describe('a promo code for all events of a team', () => {
  it('is listed at each event of the team and at no event of another team', async () => {
    const boss = await makeOrganiserOfCodes(app);
    const [one, other] = [await boss.makeSale(), await boss.makeSale()];
    const code = await boss.makeCode(one.id, { code: 'SEASON', all_events: true });
    expect(code.all_events).toBe(true);
    expect((await boss.listCodes(other.id)).promo_codes.map(({ id }) => id)).toEqual([code.id]);
    const elsewhere = await organiser.makeSale();
    expect((await organiser.listCodes(elsewhere.id)).promo_codes).toEqual([]);
    const refused = await organiser.changeCode(elsewhere.id, code.id, { ended: true });
    expect(refused).toMatchObject({ status: 404, body: { code: 'promo_code_not_found' } });
  });

  it('cannot be created or changed by a member who may edit only one event of the team', async () => {
    const boss = await makeOrganiserOfCodes(app);
    const { id } = await boss.makeSale();
    const creator = await makeMember(app, boss.teamId, 'organizer');
    await app.db.updateTable('events').set({ created_by: creator.id }).where('id', '=', id).execute();
    const code = await boss.makeCode(id, { code: 'SEASON', all_events: true });
    const listed = only((await boss.listCodes(id, {}, { ...boss, token: creator.token })).promo_codes);
    expect(listed).toMatchObject({ id: code.id, can_edit: false });
    const caller = { ...boss, token: creator.token };
    expect(await boss.changeCode(id, code.id, { ended: true }, caller)).toMatchObject({ status: 403 });
    const mine = { code: 'MINE', kind: 'percent', percent: 5 } as const;
    expect(await boss.createCode(id, { ...mine, all_events: true }, caller)).toMatchObject({ status: 403 });
    expect(await boss.createCode(id, mine, caller)).toMatchObject({ status: 201 });
  });

  it('is no longer listed at an event that has moved to another team', async () => {
    const boss = await makeOrganiserOfCodes(app);
    const other = await makeOrganiser(app);
    const { id } = await boss.makeSale();
    await boss.makeCode(id, { code: 'SEASON', all_events: true });
    const own = await boss.makeCode(id, { code: 'OWN' });
    await app.db.updateTable('events').set({ team_id: other.teamId }).where('id', '=', id).execute();
    const { promo_codes } = await boss.listCodes(id, {}, { ...boss, token: other.token });
    expect(promo_codes.map((code) => code.id)).toEqual([own.id]);
  });
});

describe('a promo code', () => {
  it('is scheduled, active or ended, depending on its start time, its end time, and whether the team has ended it', async () => {
    const { id } = await organiser.makeSale();
    const { id: codeId } = await organiser.makeCode(id);
    const change = async (fields: Parameters<typeof organiser.changeCode>[2]) =>
      (await organiser.changeCode(id, codeId, fields)).body.promo_code;
    expect((await change({ starts_at: inDays(1), ends_at: inDays(2) })).state).toBe('scheduled');
    expect((await change({ starts_at: inDays(-2) })).state).toBe('active');
    expect((await change({ ends_at: inDays(-1) })).state).toBe('ended');
    const wrong = await organiser.changeCode(id, codeId, { starts_at: inDays(1) });
    expect(wrong).toMatchObject({ status: 400, body: { errors: [{ field: 'ends_at' }] } });
    const ended = await change({ starts_at: null, ends_at: null, ended: true });
    expect(ended).toMatchObject({ state: 'ended', ends_at: null });
    expect(ended.ended_at).not.toBeNull();
    expect(await change({ ended: false })).toMatchObject({ state: 'active', ended_at: null });
  });

  it('comes after all other codes in the list once it has ended, even across pages', async () => {
    const { id } = await organiser.makeSale();
    const first = await organiser.makeCode(id, { code: 'FIRST' });
    const second = await organiser.makeCode(id, { code: 'SECOND' });
    const third = await organiser.makeCode(id, { code: 'THIRD' });
    await organiser.changeCode(id, third.id, { ended: true });
    const page = async (number: string) => {
      const body = await organiser.listCodes(id, { limit: '2', page: number });
      expect(body).toMatchObject({ total_promo_codes: 3, total_pages: 2 });
      return body.promo_codes.map((code) => code.id);
    };
    expect(await page('1')).toEqual([second.id, first.id]);
    expect(await page('2')).toEqual([third.id]);
  });

  it('is recorded in the audit log when it is created, changed, ended and opened again', async () => {
    const { id } = await organiser.makeSale();
    const { id: codeId } = await organiser.makeCode(id);
    await organiser.changeCode(id, codeId, { percent: 20, max_uses: 5 });
    await organiser.changeCode(id, codeId, { ended: true });
    await organiser.changeCode(id, codeId, { ended: true });
    await organiser.changeCode(id, codeId, { ended: false });
    const of = { actor_id: organiser.id, event_id: id };
    expect(await listAuditEntries(app, 'promo_code', codeId)).toMatchObject([
      { ...of, action: 'promo_code.created', details: { code: 'TENOFF', percent: 10, all_events: false } },
      { ...of, action: 'promo_code.changed', details: { code: 'TENOFF', percent: 20, max_uses: 5 } },
      { ...of, action: 'promo_code.ended', details: { code: 'TENOFF', uses: 0 } },
      { ...of, action: 'promo_code.reopened', details: { code: 'TENOFF' } },
    ]);
  });

  it('is deleted together with its event', async () => {
    const { id } = await organiser.makeSale();
    const { id: codeId } = await organiser.makeCode(id);
    await app.call('DELETE /events/:id', { token: organiser.token, params: { id } });
    const left = app.db.selectFrom('promo_codes').select('id').where('id', '=', codeId);
    expect(await left.execute()).toEqual([]);
  });
});
