import { describe, expect, it } from 'vitest';
import { AnswerStore } from './answer-store.ts';
import type { ReadyAnswer } from './ready-answer.ts';

function makeAnswer(text: string): ReadyAnswer {
  const plain = { etag: '', body: text, head: [], headOfKnown: [] };
  return { plain, compressed: {}, headers: {}, hash: '' };
}

function openStore(maxBytes = 1_000_000) {
  let time = 0;
  const store = new AnswerStore({ clock: { now: () => new Date(time) }, maxBytes });
  const read = (key: string) => store.find(key)?.plain.body;
  const keep = (key: string, text = key) => store.share(key, async () => makeAnswer(text));
  return { store, read, keep, wait: (milliseconds: number) => void (time += milliseconds) };
}

/** Starts to make an answer that is ready when the test says so. */
function startMaking({ store }: ReturnType<typeof openStore>, key: string) {
  const { promise, resolve, reject } = Promise.withResolvers<ReadyAnswer | null>();
  let times = 0;
  const ask = () =>
    store.share(key, () => {
      times += 1;
      return promise;
    });
  return { asked: ask(), ask, finish: resolve, fail: reject, count: () => times };
}

describe('an answer that many ask for', () => {
  it('is made once, for all who ask meanwhile', async () => {
    const open = openStore();
    const making = startMaking(open, 'a');
    const others = Array.from({ length: 50 }, making.ask);
    expect(open.store.count().waiting).toBe(50);
    making.finish(makeAnswer('first'));
    for (const answer of await Promise.all([making.asked, ...others]))
      expect(answer?.plain.body).toBe('first');
    expect(making.count()).toBe(1);
    expect(open.store.count()).toMatchObject({ hits: 50, misses: 1, waiting: 0 });
  });

  it('is made by the next who asked when the first fails', async () => {
    const open = openStore();
    const making = startMaking(open, 'a');
    const next = [1, 2].map((n) => open.keep('a', `answer ${n}`));
    making.fail(new Error('The database does not answer'));
    await expect(making.asked).rejects.toThrow('does not answer');
    expect((await next[0])?.plain.body).toBe('answer 1');
    await next[1];
    expect(open.read('a')).toBe('answer 1');
    expect(open.store.count().waiting).toBe(0);
  });

  it('is not waited for when the work began a second ago', async () => {
    const open = openStore();
    const making = startMaking(open, 'a');
    open.wait(1000);
    expect((await open.keep('a', 'newer'))?.plain.body).toBe('newer');
    making.finish(makeAnswer('older'));
    await making.asked;
    expect(open.read('a')).toBe('newer');
  });
});

describe('an answer in memory', () => {
  it('is as old as the moment when the work for it began', async () => {
    const open = openStore();
    const making = startMaking(open, 'a');
    open.wait(900);
    making.finish(makeAnswer('first'));
    await making.asked;
    expect(open.read('a')).toBe('first');
    open.wait(100);
    expect(open.read('a')).toBeUndefined();
  });

  it('is not used after the clock of the computer was set back', async () => {
    const open = openStore();
    await open.keep('a');
    open.wait(-3_600_000);
    expect(open.read('a')).toBeUndefined();
  });

  it('is forgotten after a change, also when it was being made', async () => {
    const open = openStore();
    await open.keep('a');
    const making = startMaking(open, 'b');
    const waiting = making.ask();
    open.store.drop();
    expect((await open.keep('b', 'after the change'))?.plain.body).toBe('after the change');
    making.finish(makeAnswer('before the change'));
    await Promise.all([making.asked, waiting]);
    expect([open.read('a'), open.read('b')]).toEqual([undefined, 'after the change']);
  });
});

describe('the memory', () => {
  it('stays within its bytes, and keeps what was used last', async () => {
    const maxBytes = 400_000;
    const open = openStore(maxBytes);
    await open.keep('used');
    for (let n = 0; n < 500; n += 1) {
      await open.keep(`other ${n}`, 'x'.repeat(1000));
      expect(open.store.count().bytes).toBeLessThanOrEqual(maxBytes);
      expect(open.read('used')).toBe('used');
    }
    expect(open.read('other 0')).toBeUndefined();
    expect(open.read('other 499')).toBeDefined();
    expect(open.store.count().evictions).toBeGreaterThan(400);
  });

  it('keeps no long key, and no answer that would take the place of many others', async () => {
    const open = openStore(100_000);
    await open.keep('k'.repeat(601), 'a');
    await open.keep('long', 'x'.repeat(10_000));
    expect(open.store.count().bytes).toBe(0);
  });

  it('frees what is too old', async () => {
    const open = openStore();
    for (const key of ['a', 'b', 'c']) await open.keep(key);
    open.wait(1000);
    await open.keep('d');
    const { bytes, evictions } = open.store.count();
    expect(bytes).toBeLessThan(5000);
    expect(evictions).toBe(0);
  });
});
