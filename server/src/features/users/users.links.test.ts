import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { makeUser } from '../../../test/factories.ts';
import {
  createLinkToken,
  deleteExpiredLinks,
  endLinks,
  useLinkToken,
  type LinkPurpose,
} from './users.links.service.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

async function createLink(purpose: LinkPurpose) {
  const user = await makeUser(app);
  const now = app.clock.now();
  const token = await createLinkToken(app.db, { userId: user.id, email: user.email, purpose, now });
  return { user, token };
}

function useLink(token: string, ...purposes: LinkPurpose[]) {
  return app.db.transaction().execute((tx) => useLinkToken(tx, token, purposes, app.clock.now()));
}

describe('a mailed link', () => {
  it('works once, even when ten requests use the link at the same moment', async () => {
    const { user, token } = await createLink('reset_password');
    const uses = await Promise.all(Array.from({ length: 10 }, () => useLink(token, 'reset_password')));
    expect(uses.filter((use) => use !== undefined)).toEqual([
      { user_id: user.id, email: user.email, purpose: 'reset_password' },
    ]);
  });

  it('works only for the purpose that it was mailed for', async () => {
    const { token } = await createLink('verify_email');
    expect(await useLink(token, 'reset_password', 'choose_password')).toBeUndefined();
    expect(await useLink(token, 'verify_email')).toBeDefined();
  });

  it('stops working after an hour if its purpose is to reset a password, and is deleted a month later', async () => {
    const { token, user } = await createLink('reset_password');
    app.clock.advance(61 * 60_000);
    expect(await useLink(token, 'reset_password')).toBeUndefined();
    app.clock.advance(30 * 24 * 3_600_000);
    await deleteExpiredLinks(app.db, app.clock.now());
    const left = await app.db
      .selectFrom('account_links')
      .select('purpose')
      .where('user_id', '=', user.id)
      .execute();
    expect(left).toEqual([]);
  });
});

describe('ending the mailed links of a user for one purpose', () => {
  it('keeps the user’s links for other purposes', async () => {
    const { user, token } = await createLink('reset_password');
    const now = app.clock.now();
    const other = { userId: user.id, email: user.email, purpose: 'verify_email', now } as const;
    const kept = await createLinkToken(app.db, other);
    await app.db.transaction().execute((tx) => endLinks(tx, user.id, ['reset_password']));
    expect(await useLink(token, 'reset_password')).toBeUndefined();
    expect(await useLink(kept, 'verify_email')).toBeDefined();
  });
});
