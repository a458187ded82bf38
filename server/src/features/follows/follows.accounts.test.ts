import { afterAll, describe, expect, it } from 'vitest';
import { startTestApp } from '../../../test/app.ts';
import { makeEvent, makeUser, only, type TestUser } from '../../../test/factories.ts';
import { openFollows } from '../../../test/mails/follows-scene.ts';
import { listMailsTo } from '../../../test/mails/wait-for-mails.ts';
import { hashAddress, insertStop } from '../../mail/mail-stops.ts';

const app = await startTestApp({ works: false });
const { ask, runLinks, confirm, readToken, follow, announce, listedBefore, listNews, makeHost } =
  openFollows(app);

afterAll(() => app.close());

describe('following with an account', () => {
  const listFollows = async ({ token }: TestUser) => (await app.call('GET /follows', { token })).body.teams;
  const press = ({ token }: TestUser, team_id: number) =>
    app.call('POST /follows', { token, body: { team_id } });
  const stop = ({ token }: TestUser, teamId: number) =>
    app.call('DELETE /follows/:teamId', { token, params: { teamId } });

  it('needs one press and no mail, and can be pressed again', async () => {
    const [host, member] = [await makeHost(), await makeUser(app)];
    expect(await listFollows(member)).toEqual([]);
    for (let count = 0; count < 2; count += 1) {
      expect((await press(member, host.teamId)).body.team).toEqual({ id: host.teamId, name: host.name });
    }
    expect(await listFollows(member)).toMatchObject([{ id: host.teamId, name: host.name }]);
    await runLinks();
    expect(listMailsTo(app, member, 'New events')).toEqual([]);
    const event = await makeEvent(app, { title: 'One press' }, host);
    await listedBefore(event.id, 2);
    await announce();
    expect(only(listNews(member, host.name)).subject).toBe(`${host.name}: One press`);
    expect((await press(member, 1_000_000)).body.code).toBe('team_not_found');
  });

  it('does not let an unverified account skip the mailed link, or see and stop what its address follows', async () => {
    const [host, member] = [await makeHost(), await makeUser(app)];
    await press(member, host.teamId);
    await app.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', member.id).execute();
    const other = await makeHost();
    for (const answer of [await press(member, other.teamId), await stop(member, host.teamId)]) {
      expect([answer.status, 'code' in answer.body && answer.body.code]).toEqual([403, 'email_not_verified']);
    }
    expect(await listFollows(member)).toEqual([]);
    const rows = await app.db
      .selectFrom('team_followers')
      .select('team_id')
      .where('email', '=', member.email)
      .execute();
    expect(rows).toEqual([{ team_id: host.teamId }]);
    // The path of visitors stays open to this account.
    await follow(other.teamId, member);
  });

  it('shows and stops only what the own address follows', async () => {
    const [host, member, stranger] = [await makeHost(), await makeUser(app), await makeUser(app)];
    await press(member, host.teamId);
    expect(await listFollows(stranger)).toEqual([]);
    expect((await stop(stranger, host.teamId)).status).toBe(204);
    expect(await listFollows(member)).toHaveLength(1);
    expect((await stop(member, host.teamId)).status).toBe(204);
    expect(await listFollows(member)).toEqual([]);
    const event = await makeEvent(app, {}, host);
    await listedBefore(event.id, 2);
    await announce();
    expect(listNews(member, host.name)).toEqual([]);
  });

  it('knows what the address followed by a mailed link and stopped by one, and a press ends the stop', async () => {
    const [host, member] = [await makeHost(), await makeUser(app)];
    await ask(host.teamId, member);
    expect(await listFollows(member)).toEqual([]);
    await runLinks();
    await confirm(readToken(member));
    expect(await listFollows(member)).toHaveLength(1);
    await insertStop(app.deps, hashAddress(member.email), { scope: 'follow', objectId: host.teamId });
    expect(await listFollows(member)).toEqual([]);
    await press(member, host.teamId);
    expect(await listFollows(member)).toHaveLength(1);
  });
});
