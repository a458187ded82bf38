import { describe, expect, it } from 'vitest';
import { lookForDueJobs } from './due-jobs.ts';

describe('a process that stops', () => {
  it('wakes no worker after a look that ends later', async () => {
    const { promise: answer, resolve } = Promise.withResolvers<{ rows: { name: string }[] }>();
    const woken: string[] = [];
    const errors: Error[] = [];
    const looking = lookForDueJobs(
      { database: { executeSql: () => answer }, onError: (error) => errors.push(error) },
      ['mail.send'],
      async (name) => void woken.push(name),
    );
    const stopped = looking.stop();
    resolve({ rows: [{ name: 'mail.send' }] });
    await stopped;
    expect(woken).toEqual([]);
    expect(errors).toEqual([]);
  });
});
