import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeEvent, makeOrganiser } from '../../../../test/factories.ts';
import { findPromoCodeFor } from './promo-codes.queries.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ works: false });
});

afterAll(() => app.close());

async function makeCode(owner: { team_id: number | null; event_id: number | null }, code: string) {
  const { id } = await app.db
    .insertInto('promo_codes')
    .values({ ...owner, code, kind: 'percent', percent: 10 })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function makeTeamEvent() {
  const organiser = await makeOrganiser(app);
  const { id } = await makeEvent(app, {}, organiser);
  return { id, team_id: organiser.teamId };
}

describe('a promo code that a buyer types', () => {
  it('is found regardless of upper and lower case', async () => {
    const event = await makeTeamEvent();
    const id = await makeCode({ team_id: null, event_id: event.id }, 'FRIENDS');
    expect(await findPromoCodeFor(app.db, event, 'friends')).toMatchObject({ id, percent: 10, type_ids: [] });
    expect(await findPromoCodeFor(app.db, event, 'FRIEND')).toBeUndefined();
  });

  it('is searched first among the codes of the event, then among the codes for all events of the team', async () => {
    const event = await makeTeamEvent();
    const ofTeam = await makeCode({ team_id: event.team_id, event_id: null }, 'SUMMER');
    expect((await findPromoCodeFor(app.db, event, 'summer'))?.id).toBe(ofTeam);
    const ofEvent = await makeCode({ team_id: null, event_id: event.id }, 'summer');
    expect((await findPromoCodeFor(app.db, event, 'SUMMER'))?.id).toBe(ofEvent);
  });

  it('is found only at the one event, or at the events of the one team, that the code is for', async () => {
    const event = await makeTeamEvent();
    const elsewhere = await makeTeamEvent();
    await makeCode({ team_id: event.team_id, event_id: null }, 'SUMMER');
    await makeCode({ team_id: null, event_id: event.id }, 'OURS');
    expect(await findPromoCodeFor(app.db, elsewhere, 'SUMMER')).toBeUndefined();
    expect(await findPromoCodeFor(app.db, { ...elsewhere, team_id: null }, 'SUMMER')).toBeUndefined();
    const another = { ...elsewhere, team_id: event.team_id };
    expect(await findPromoCodeFor(app.db, another, 'OURS')).toBeUndefined();
    expect(await findPromoCodeFor(app.db, another, 'SUMMER')).toBeDefined();
  });
});
