import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { holdMail, releaseDueMails, releaseMailsOf } from '../../src/mail/held-mails.ts';
import type { Letter, MailKind } from '../../src/mail/letter.ts';
import { judgeLetter } from '../../src/mail/mail-gate.ts';
import { hashAddress, insertStop, readStopToken, signStopToken } from '../../src/mail/mail-stops.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { makeUnverifiedUser, makeUser, type TestUser } from '../factories.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => app.close());

let count = 0;

function writeLetter(
  kind: MailKind,
  { id, email }: Pick<TestUser, 'id' | 'email'>,
  more: Partial<Letter> = {},
): Letter {
  count += 1;
  const retry = { job: 'tickets.send-ticket', data: { ticketId: -count } };
  return { fact: `gate:${count}`, kind, to: { userId: id, email }, retry, ...more };
}

const judge = async (letter: Letter) => (await judgeLetter(app.deps, letter)).verdict;

const kinds = [
  ['verification', 'send'],
  ['reset', 'send'],
  ['account', 'send'],
  ['order', 'send'],
  ['news', 'hold'],
  ['duty', 'hold'],
  ['unasked', 'hold'],
  ['unasked_news', 'hold'],
  ['follow_request', 'send'],
  ['follow', 'send'],
  ['message', 'hold'],
  ['unasked_message', 'hold'],
  ['gift', 'send'],
] as const;

describe('the decision about a mail', () => {
  it.each(kinds)('of the kind “%s” to an unverified email address is “%s”', async (kind, verdict) => {
    expect(await judge(writeLetter(kind, await makeUnverifiedUser(app)))).toBe(verdict);
    expect(await judge(writeLetter(kind, await makeUser(app)))).toBe('send');
  });

  it('is “hold” while its sender is unverified, and “drop” when the sender was deleted, but a gift is sent', async () => {
    const [reader, sender] = [await makeUser(app), await makeUnverifiedUser(app)];
    const letter = writeLetter('unasked', reader, { senderIds: [sender.id] });
    expect(await judgeLetter(app.deps, letter)).toMatchObject({
      verdict: 'hold',
      wait: { userId: sender.id },
    });
    expect(await judge({ ...letter, senderIds: [-1] })).toBe('drop');
    expect(await judge({ ...letter, kind: 'gift', senderIds: [-1, sender.id] })).toBe('send');
  });

  it('is “send” for an account notice to the former address of an account, and an error for other mails to this address', async () => {
    const reader = await makeUser(app);
    const old = { ...reader, email: `old-${reader.email}` };
    expect(await judge(writeLetter('account', old))).toBe('send');
    await expect(judge(writeLetter('order', old))).rejects.toThrow('has changed the address');
  });

  it('is “drop” when its recipient’s account no longer exists', async () => {
    const reader = await makeUser(app);
    expect(await judge(writeLetter('order', { ...reader, id: -1 }))).toBe('drop');
  });

  it.each([
    ['all', 0, ['unasked', 'unasked_news', 'unasked_message', 'follow_request']],
    ['team', 7, ['unasked', 'unasked_news', 'unasked_message', 'follow_request']],
    ['follow', 7, ['follow']],
    ['messages', 7, ['message', 'unasked_message']],
    ['event', 9, ['news']],
  ] as const)(
    'is “drop” for exactly the mails that a stop with the scope “%s” covers',
    async (scope, objectId, stopped) => {
      const reader = await makeUser(app);
      await insertStop(app.deps, hashAddress(reader.email.toUpperCase()), { scope, objectId });
      for (const [kind] of kinds) {
        const verdict = await judge(writeLetter(kind, reader, { teamId: 7, eventId: 9 }));
        expect([kind, verdict]).toEqual([
          kind,
          stopped.some((stoppedKind) => stoppedKind === kind) ? 'drop' : 'send',
        ]);
        const other = await judge(writeLetter(kind, reader, { teamId: 8, eventId: 10 }));
        const isStopped = stopped.some((stoppedKind) => stoppedKind === kind);
        expect([kind, other === 'drop']).toEqual([kind, scope === 'all' && isStopped]);
      }
    },
  );

  it('is “drop” for every mail except a gift to an unverified email address whose owner stopped all mails', async () => {
    const reader = await makeUnverifiedUser(app);
    await insertStop(app.deps, hashAddress(reader.email), { scope: 'all', objectId: 0 });
    for (const [kind] of kinds) {
      const verdict = kind === 'gift' ? 'send' : 'drop';
      expect(await judge(writeLetter(kind, reader))).toBe(verdict);
    }
  });
});

describe('the limits of a mailbox without an account', () => {
  it('drop a sixth unrequested mail in an hour, and only delay news about an event', async () => {
    const deps = { ...app.deps, config: { ...app.deps.config, rateLimits: true } };
    const to = { userId: null, email: 'noor.vance@example.org' };
    const write = (kind: MailKind): Letter => ({ ...writeLetter(kind, { id: 0, email: '' }), to });
    for (let n = 0; n < 5; n += 1) {
      expect((await judgeLetter(deps, write('unasked'))).verdict).toBe('send');
    }
    expect((await judgeLetter(deps, write('unasked'))).verdict).toBe('drop');
    expect((await judgeLetter(deps, write('unasked_news'))).verdict).toBe('hold');
  });
});

describe('the tickets that a guest orders for other people', () => {
  it('are mailed to at most twenty people a day for each order', async () => {
    const deps = { ...app.deps, config: { ...app.deps.config, rateLimits: true } };
    const judgeTo = async (n: number) => {
      const letter = writeLetter('unasked', { id: 0, email: '' }, { guestOrderId: 12 });
      return judgeLetter(deps, { ...letter, to: { userId: null, email: `attendee-${n}@example.org` } });
    };
    for (let n = 0; n < 20; n += 1) expect((await judgeTo(n)).verdict).toBe('send');
    expect(await judgeTo(20)).toMatchObject({
      verdict: 'drop',
      reason: 'the limit attendee_order is used up',
    });
  });
});

describe('a mail that waits until it may be sent', () => {
  const listHeld = (letter: Letter) =>
    app.db.selectFrom('held_mails').select('data').where('fact', '=', letter.fact).execute();

  it('is enqueued again when its reader verifies their email address', async () => {
    const reader = await makeUnverifiedUser(app);
    const letter = writeLetter('order', reader);
    await holdMail(app.deps, letter, { userId: reader.id });
    await holdMail(app.deps, letter, { userId: reader.id });
    const enqueueAll = vi.spyOn(app.deps.jobs, 'enqueueAll');
    await app.db.transaction().execute((tx) => releaseMailsOf(tx, app.deps.jobs, reader.id));
    expect(enqueueAll.mock.calls.map(([, { name }, data]) => [name, data])).toEqual([
      [letter.retry.job, [letter.retry.data]],
    ]);
    expect(await listHeld(letter)).toEqual([]);
  });

  it('does not wait if its reader has already verified their email address', async () => {
    const reader = await makeUser(app);
    const letter = writeLetter('news', reader);
    await expect(holdMail(app.deps, letter, { userId: reader.id })).rejects.toThrow('has changed');
    expect(await listHeld(letter)).toEqual([]);
  });

  it('is not stored if its reader verifies their email address at the same moment', async () => {
    const reader = await makeUnverifiedUser(app);
    const letter = writeLetter('news', reader);
    const holding = await app.db.transaction().execute(async (tx) => {
      const email_verified_at = app.clock.now();
      await tx.updateTable('users').set({ email_verified_at }).where('id', '=', reader.id).execute();
      const held = holdMail(app.deps, letter, { userId: reader.id });
      held.catch(() => {});
      await releaseMailsOf(tx, app.deps.jobs, reader.id);
      return [held];
    });
    await expect(holding[0]).rejects.toThrow('has changed');
    expect(await listHeld(letter)).toEqual([]);
  });

  it('is enqueued again when its waiting time is over, and not earlier', async () => {
    const letter = writeLetter('order', await makeUser(app));
    await holdMail(app.deps, letter, { until: new Date(app.clock.now().getTime() + 60_000) });
    await releaseDueMails(app.deps);
    expect(await listHeld(letter)).toHaveLength(1);
    app.clock.advance(61_000);
    await releaseDueMails(app.deps);
    expect(await listHeld(letter)).toEqual([]);
  });
});

describe('a stop link', () => {
  const secret = new TextEncoder().encode('a secret');
  const link = {
    addressHash: hashAddress('mara@example.org'),
    teamId: 12,
    eventId: null,
  };

  it('names the team whose mails it stops, and contains no email address', () => {
    const token = signStopToken(secret, link);
    expect(readStopToken(secret, token)).toEqual(link);
    const forMessages = { ...link, topic: 'messages' } as const;
    expect(readStopToken(secret, signStopToken(secret, forMessages))).toEqual(forMessages);
    expect(Buffer.from(token, 'base64url').toString('latin1')).not.toContain('mara');
  });

  it.each(['', 'abc', 'A'.repeat(70)])('is refused when we did not sign it: "%s"', (token) => {
    expect(readStopToken(secret, token)).toBeUndefined();
  });

  it('is refused when somebody has changed it or signed it with another secret', () => {
    const token = signStopToken(secret, link);
    const bytes = Buffer.from(token, 'base64url');
    bytes[bytes.length - 2] = 0x39;
    expect(readStopToken(secret, bytes.toString('base64url'))).toBeUndefined();
    expect(readStopToken(new TextEncoder().encode('another'), token)).toBeUndefined();
  });
});
