import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeMember, makeOrganiser, makeUnverifiedUser, makeUser, only } from '../../../../test/factories.ts';
import { decline, makeInvitation, resend, withdraw } from '../../../../test/invitations.ts';
import { listMailsTo, waitForMails } from '../../../../test/mails/wait-for-mails.ts';
import { releaseMailsOf } from '../../../mail/held-mails.ts';
import { formatMoment } from '../../../mail/words.ts';
import { sendInvitationMail } from './mails.service.ts';

const dayMs = 24 * 3600 * 1000;

let app: TestApp;
/** An app whose jobs stay in the queue, because the tests run `sendInvitationMail` themselves. */
let idle: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  idle = await startTestApp({ works: false });
});

afterAll(async () => {
  await app.close();
  await idle.close();
});

/** Runs the job that mails an invitation, by default in the name of the person who made it. */
async function send(invitationId: number, sender?: { id: number }) {
  const { invited_by } = await idle.db
    .selectFrom('team_invitations')
    .select('invited_by')
    .where('id', '=', invitationId)
    .executeTakeFirstOrThrow();
  const senderId = sender?.id ?? invited_by;
  await sendInvitationMail(idle.deps, { invitationId, senderId, caller: '192.0.2.7' });
}

async function verify(on: TestApp, userId: number) {
  await on.db.transaction().execute(async (tx) => {
    const email_verified_at = on.clock.now();
    await tx.updateTable('users').set({ email_verified_at }).where('id', '=', userId).execute();
    await releaseMailsOf(tx, on.deps.jobs, userId);
  });
}

describe('the mail about an invitation', () => {
  it('names the team, the inviter and the role, and says why it came and how to stop such mails', async () => {
    const organiser = await makeOrganiser(app);
    const name = `Bells ${organiser.username}.example`;
    await app.db
      .updateTable('teams')
      .set({ name, description: 'Buy at https://bad.example' })
      .where('id', '=', organiser.teamId)
      .execute();
    const person = await makeUser(app);
    await makeInvitation(app, organiser, { user_id: person.id }, 'event_manager');
    await waitForMails(app);
    const mail = only(listMailsTo(app, person));
    // Mail programs turn names with dots into links, unless an invisible space follows the dot.
    const shownName = name.replace('.', '.\u200b');
    expect(mail.subject).toBe(`${organiser.username} invites you to the team ${shownName}`);
    for (const body of [mail.text, mail.html]) {
      expect(body).toContain(`Hello ${person.username},`);
      expect(body).toContain(shownName);
      expect(body).toContain('event manager');
      expect(body).toContain('http://foyer.localhost/invitations');
      expect(body).toContain(`${organiser.username} invited your account to a team on Foyer`);
      expect(body).toMatch(/http:\/\/foyer\.localhost\/mail\/stop\/[\w-]+/);
      expect(body).not.toContain('bad.example');
      expect(body).not.toContain(organiser.email);
    }
  });

  it('goes to an email address without an account, and asks its owner to sign up', async () => {
    const organiser = await makeOrganiser(app);
    await makeInvitation(app, organiser, { email: 'Newcomer@example.org' });
    await waitForMails(app);
    const mail = only(listMailsTo(app, { email: 'newcomer@example.org' }));
    expect(mail.text).toMatch(/^Hello,\n/);
    expect(mail.text).toContain('sign up with this email address and verify it');
    expect(mail.text).toContain(`${organiser.username} invited the owner of this email address`);
  });

  it('waits until the inviter has verified their email address', async () => {
    const organiser = await makeOrganiser(idle);
    await idle.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', organiser.id)
      .execute();
    const person = await makeUser(idle);
    const ids = [
      await makeInvitation(idle, organiser, { user_id: person.id }),
      await makeInvitation(idle, organiser, { email: 'stranger@example.org' }),
    ];
    for (const id of ids) await send(id);
    expect(idle.mails.filter(({ to }) => [person.email, 'stranger@example.org'].includes(to))).toEqual([]);
    await verify(idle, organiser.id);
    for (const id of ids) await send(id);
    expect(listMailsTo(idle, person)).toHaveLength(1);
    expect(listMailsTo(idle, { email: 'stranger@example.org' })).toHaveLength(1);
  });

  it('waits until a person with an account has verified their email address, however they were invited', async () => {
    const organiser = await makeOrganiser(idle);
    const person = await makeUnverifiedUser(idle);
    const ids = [
      await makeInvitation(idle, organiser, { user_id: person.id }),
      await makeInvitation(idle, organiser, { email: person.email }),
    ];
    for (const id of ids) await send(id);
    expect(listMailsTo(idle, person)).toEqual([]);
    await verify(idle, person.id);
    for (const id of ids) await send(id);
    expect(listMailsTo(idle, person)).toHaveLength(2);
  });

  it('is sent once more, with the new expiry date, when the invitation is sent again', async () => {
    const organiser = await makeOrganiser(idle);
    const person = await makeUser(idle);
    const id = await makeInvitation(idle, organiser, { user_id: person.id });
    const soon = new Date(idle.clock.now().getTime() + dayMs);
    await idle.db.updateTable('team_invitations').set({ expires_at: soon }).where('id', '=', id).execute();
    await send(id);
    const { body } = await resend(idle, organiser, id);
    // A job that runs twice must send only one mail.
    for (let run = 0; run < 2; run += 1) await send(id);
    const ends = [soon, new Date(body.expires_at)].map((end) => formatMoment(end, idle.deps.config.timeZone));
    const mails = listMailsTo(idle, person).map(({ text }) => ends.map((end) => text.includes(end)));
    expect(mails).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('is not sent again before the admin who asks for this has verified their own email address', async () => {
    const organiser = await makeOrganiser(idle);
    const second = await makeMember(idle, organiser.teamId, 'team_admin');
    await idle.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', second.id).execute();
    const id = await makeInvitation(idle, organiser, { email: 'sent.again@example.org' });
    await resend(idle, second, id);
    await send(id, second);
    expect(listMailsTo(idle, { email: 'sent.again@example.org' })).toEqual([]);
    await verify(idle, second.id);
    await send(id, second);
    expect(listMailsTo(idle, { email: 'sent.again@example.org' })).toHaveLength(1);
  });

  it('is not sent when the invitation was withdrawn or declined before, or is hidden from the person', async () => {
    const organiser = await makeOrganiser(idle);
    const person = await makeUser(idle);
    const withdrawn = await makeInvitation(idle, organiser, { user_id: person.id });
    await withdraw(idle, organiser, withdrawn);
    const declined = await makeInvitation(idle, organiser, { user_id: person.id });
    await decline(idle, person, declined);
    const hidden = await makeInvitation(idle, organiser, { email: person.email });
    for (const id of [withdrawn, declined, hidden]) await send(id);
    expect(listMailsTo(idle, person)).toEqual([]);
  });

  it('goes to unverified addresses at most twenty times an hour, counting all accounts at one network address together', async () => {
    const { config } = idle.deps;
    const ids: number[] = [];
    for (let team = 0; team < 3; team += 1) {
      const organiser = await makeOrganiser(idle);
      for (let count = 0; count < 7; count += 1) {
        ids.push(
          await makeInvitation(idle, organiser, { email: `stranger.${team}.${count}@strangers.example` }),
        );
      }
    }
    Object.assign(idle.deps, { config: { ...config, rateLimits: true } });
    for (const id of ids) await send(id);
    expect(idle.mails.filter(({ to }) => to.endsWith('@strangers.example'))).toHaveLength(20);
    Object.assign(idle.deps, { config });
    idle.clock.advance(3600 * 1000);
  });

  it('goes at most five times an hour to an email address without an account, and mails above this limit are not sent later', async () => {
    const { config } = idle.deps;
    const to = { email: 'flooded@example.org' };
    const ids: number[] = [];
    for (let count = 0; count < 7; count += 1) {
      ids.push(await makeInvitation(idle, await makeOrganiser(idle), to));
    }
    Object.assign(idle.deps, { config: { ...config, rateLimits: true } });
    for (const id of ids) await send(id);
    expect(listMailsTo(idle, to)).toHaveLength(5);
    idle.clock.advance(24 * 3600 * 1000);
    for (const id of ids) await send(id);
    expect(listMailsTo(idle, to)).toHaveLength(5);
    Object.assign(idle.deps, { config });
  });
});
