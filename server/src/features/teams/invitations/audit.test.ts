import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../../test/app.ts';
import { makeOrganiser, makeUser, type TestUser } from '../../../../test/factories.ts';
import { decline, makeInvitation, resend, withdraw } from '../../../../test/invitations.ts';
import { listAuditEntries } from '../../../../test/payments.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

describe('the audit log of invitations', () => {
  it('records who made, declined, sent again or withdrew an invitation, but no email address', async () => {
    const other = await makeOrganiser(app);
    const person = await makeUser(app);
    const declined = await makeInvitation(app, other, { email: person.email });
    await decline(app, person, declined);
    const withdrawn = await makeInvitation(app, other, { user_id: person.id });
    await resend(app, other, withdrawn);
    await withdraw(app, other, withdrawn);
    const by = ({ id, username }: TestUser) => ({ actor_id: id, username });
    const entries = await listAuditEntries(app, 'team', other.teamId);
    expect(entries).toMatchObject([
      { ...by(other), action: 'team.member_invited', details: { invitation_id: declined, user_id: null } },
      { ...by(person), action: 'team.invitation_declined', details: { invitation_id: declined } },
      {
        ...by(other),
        action: 'team.member_invited',
        details: { invitation_id: withdrawn, user_id: person.id },
      },
      {
        ...by(other),
        action: 'team.invitation_resent',
        details: { invitation_id: withdrawn, user_id: person.id },
      },
      { ...by(other), action: 'team.invitation_withdrawn', details: { invitation_id: withdrawn } },
    ]);
    expect(JSON.stringify(entries)).not.toContain('@');
  });
});
