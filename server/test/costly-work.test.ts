import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doCostlyParts, doCostlyWork } from '../src/http/costly-work.ts';
import { makeEvent, makeOrganiser } from './factories.ts';
import { startTestApp, type TestApp } from './app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({
    works: false,
    overloadLimits: { waiting: Infinity, waitMs: 0, costlyWaitMs: 0 },
  });
});

afterAll(() => app.close());

async function* writeParts(count: number): AsyncGenerator<string> {
  for (let part = 1; part <= count; part += 1) yield `part ${part}`;
}

describe('a large export that is sent in parts', () => {
  it('has all its parts in the right order', async () => {
    const read: string[] = [];
    for await (const part of await doCostlyParts(app.deps, { id: 1 }, writeParts(3))) read.push(part);
    expect(read).toEqual(['part 1', 'part 2', 'part 3']);
  });

  it('keeps nobody waiting between its parts, however slowly the caller reads them', async () => {
    const slow: AsyncGenerator<string>[] = [];
    for (const id of [2, 3, 4]) slow.push(await doCostlyParts(app.deps, { id }, writeParts(2)));
    for (const parts of slow) expect((await parts.next()).value).toBe('part 1');
    expect(await doCostlyWork(app.deps, { id: 5 }, async () => 'drawn')).toBe('drawn');
    for (const parts of slow) await parts.return(undefined);
  });

  it("is refused while the server is busy with other exports, and so is the table of an event's orders", async () => {
    const finish = Promise.withResolvers<void>();
    const organiser = await makeOrganiser(app);
    const event = await makeEvent(app, {}, organiser);
    const running = [6, 7].map((id) => doCostlyWork(app.deps, { id }, () => finish.promise));
    await expect(doCostlyParts(app.deps, { id: 8 }, writeParts(1))).rejects.toMatchObject({
      code: 'unavailable',
    });
    const table = { token: organiser.token, params: { id: event.id } };
    expect((await app.call('GET /events/:id/orders.csv', table)).body.code).toBe('unavailable');
    finish.resolve();
    await Promise.all(running);
  });

  it('is refused while the same account is still reading ten others', async () => {
    const account = { id: 9 };
    const start = () => doCostlyParts(app.deps, account, writeParts(2));
    const opened: AsyncGenerator<string>[] = [];
    for (let count = 0; count < 10; count += 1) opened.push(await start());
    await expect(start()).rejects.toMatchObject({ code: 'too_many_requests' });
    await opened[0]?.return(undefined);
    const next = await start();
    for (const parts of [...opened, next]) await parts.return(undefined);
  });
});
