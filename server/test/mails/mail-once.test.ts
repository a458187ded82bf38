import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { MailRefusedError, type Message } from '../../src/mail/mail.ts';
import type { Letter } from '../../src/mail/letter.ts';
import { deleteOldSentMails, sendOnce } from '../../src/mail/send-once.ts';
import { startTestApp, type TestApp } from '../app.ts';
import { makeEvent, makeUser, type TestUser } from '../factories.ts';

let app: TestApp;
let reader: TestUser;

beforeAll(async () => {
  app = await startTestApp();
  reader = await makeUser(app);
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

afterAll(() => app.close());

const message: Message = { to: 'nobody@example.org', subject: 'News', text: 'News.', html: '<p>News.</p>' };

let count = 0;

/**
 * Makes a new `fact`, which is the key under which `sendOnce` records an email. `tell` and `tellWith` send the email
 * of this fact, and `read` returns its record.
 */
function makeFact() {
  count += 1;
  const fact = `fact:${count}`;
  const read = () =>
    app.db.selectFrom('sent_mails').selectAll().where('fact', '=', fact).executeTakeFirstOrThrow();
  const letter: Letter = {
    fact,
    kind: 'order',
    to: { userId: reader.id, email: reader.email },
    retry: { job: 'none', data: {} },
  };
  const tellWith = (compose: () => Message) => sendOnce(app.deps, letter, compose);
  return { fact, read, tellWith, tell: () => tellWith(() => message) };
}

function watchSending() {
  const ids: string[] = [];
  const sending = vi
    .spyOn(app.deps.mail, 'send')
    .mockImplementation(async (_message, id) => void ids.push(id));
  return { ids, sending };
}

describe('an email sent through sendOnce', () => {
  it('does not wait for a message to many people, which takes two of the five places', async () => {
    const { ids, sending } = watchSending();
    const { promise, resolve } = Promise.withResolvers<void>();
    sending.mockImplementation(async (sent, id) => {
      if (sent.subject === 'To all') await promise;
      ids.push(id);
    });
    const toMany = Array.from({ length: 12 }, (_, number) =>
      sendOnce(
        app.deps,
        {
          fact: `to-many:${number}`,
          kind: 'message',
          to: { userId: reader.id, email: reader.email },
          retry: { job: 'none', data: {} },
        },
        () => ({ ...message, subject: 'To all' }),
      ),
    );
    await makeFact().tell();
    expect(ids).toHaveLength(1);
    resolve();
    await Promise.all(toMany);
    expect(ids).toHaveLength(13);
  });

  it('is sent once, however often its jobs run', async () => {
    const { ids, sending } = watchSending();
    const { tell, read } = makeFact();
    let answer = () => {};
    sending.mockImplementationOnce(
      (_message, id) =>
        new Promise<void>((resolve) => {
          ids.push(id);
          answer = resolve;
        }),
    );
    const first = tell();
    await expect.poll(() => ids).toHaveLength(1);
    const others = await Promise.allSettled(Array.from({ length: 20 }, tell));
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 'rejected'));
    answer();
    await first;
    await Promise.all(Array.from({ length: 20 }, tell));
    expect(ids).toHaveLength(1);
    const now = app.clock.now();
    expect(await read()).toMatchObject({ message_id: ids[0], claimed_until: null, refusal: null });
    expect(Number((await read()).sent_at)).toBeGreaterThan(now.getTime() - 60_000);
  });

  it('is sent by only one of 30 jobs that start at the same time', async () => {
    const { ids, sending } = watchSending();
    sending.mockImplementation(async (_message, id) => {
      ids.push(id);
      await app.db.selectFrom('events').select('id').execute();
    });
    const { tell } = makeFact();
    await Promise.allSettled(Array.from({ length: 30 }, tell));
    await tell();
    expect(ids).toHaveLength(1);
  });

  it('has the same Message-ID when it is sent again after a crash', async () => {
    const { ids, sending } = watchSending();
    const { tell } = makeFact();
    let die = () => {};
    sending.mockImplementationOnce(
      (_message, id) =>
        new Promise<void>((_resolve, reject) => {
          ids.push(id);
          die = () => reject(new Error('The process is long gone'));
        }),
    );
    const dying = tell().catch(() => {});
    await expect.poll(() => ids).toHaveLength(1);
    app.clock.advance(15_000);
    await expect(tell()).rejects.toThrow('is being sent by somebody else');
    app.clock.advance(10_000);
    await tell();
    expect(ids).toHaveLength(2);
    expect(ids[1]).toBe(ids[0]);
    die();
    await dying;
    await tell();
    expect(ids).toHaveLength(2);
  });

  it('is not sent by a second job while another job is still sending it, however long that takes', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { ids, sending } = watchSending();
    const { tell, read } = makeFact();
    let answer = () => {};
    sending.mockImplementationOnce(
      (_message, id) =>
        new Promise<void>((resolve) => {
          ids.push(id);
          answer = resolve;
        }),
    );
    const slow = tell();
    await expect.poll(() => ids).toHaveLength(1);
    for (let second = 0; second < 21; second += 1) {
      app.clock.advance(1000);
      await vi.advanceTimersByTimeAsync(1000);
    }
    const isClaimed = async () => Number((await read()).claimed_until) > app.clock.now().getTime();
    await expect.poll(isClaimed).toBe(true);
    await expect(tell()).rejects.toThrow('is being sent by somebody else');
    answer();
    await slow;
    await tell();
    expect(ids).toHaveLength(1);
  });

  it('is sent by a later attempt when the earlier attempts failed', async () => {
    const { ids, sending } = watchSending();
    const { tell, tellWith, read } = makeFact();
    sending.mockRejectedValueOnce(new Error('The mail server is away'));
    await expect(tell()).rejects.toThrow('away');
    expect(await read()).toMatchObject({ sent_at: null, refusal: null, claimed_until: null });
    await expect(
      tellWith(() => {
        throw new Error('It cannot be written');
      }),
    ).rejects.toThrow('written');
    await tell();
    expect(ids).toEqual([(await read()).message_id]);
  });

  it('is not sent again after the mail server refused it for good', async () => {
    const { sending } = watchSending();
    const { tell, read } = makeFact();
    sending.mockRejectedValueOnce(new MailRefusedError(`550 <${reader.email}> is nobody here`));
    await tell();
    await tell();
    expect(sending).toHaveBeenCalledTimes(1);
    expect(await read()).toMatchObject({
      sent_at: null,
      claimed_until: null,
      refusal: '550 <the recipient> is nobody here',
    });
  });

  it('has a record that is deleted after 30 days, when no job can still send it', async () => {
    const { tell, read } = makeFact();
    await tell();
    await deleteOldSentMails(app.deps);
    expect(await read()).toBeDefined();
    app.clock.advance(31 * 24 * 3_600_000);
    await deleteOldSentMails(app.deps);
    await expect(read()).rejects.toThrow('no result');
  });
});

describe('Foyer', () => {
  it('emails no ticket for a registration that was rolled back', async () => {
    const event = await makeEvent(app, { max_attendees: 1 });
    const guests = await Promise.all(Array.from({ length: 8 }, () => makeUser(app)));
    const answers = await Promise.all(
      guests.map(({ token }) => app.call('POST /events/:id/register', { token, params: { id: event.id } })),
    );
    const winners = guests.filter((_guest, index) => answers[index]?.status === 201);
    expect(winners).toHaveLength(1);
    await expect.poll(() => app.mails.map((mail) => mail.to)).toContain(winners[0]?.email);
    // Each of the eight registrations enqueued its ticket email before it asked for the only seat. Seven were rolled
    // back with their jobs, so one email was recorded.
    const asked = await app.db
      .selectFrom('sent_mails')
      .select('fact')
      .where('fact', 'like', 'ticket:%')
      .execute();
    expect(asked).toHaveLength(1);
    const recipients = app.mails.map((mail) => mail.to);
    expect(guests.filter(({ email }) => recipients.includes(email))).toEqual(winners);
  });
});
