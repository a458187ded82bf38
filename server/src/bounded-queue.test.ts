import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createBoundedQueue } from './bounded-queue.ts';

beforeEach(() => void vi.useFakeTimers());

afterEach(() => void vi.useRealTimers());

function take(milliseconds: number) {
  return () => new Promise<string>((resolve) => setTimeout(() => resolve('done'), milliseconds));
}

describe('the bounded queue', () => {
  it('runs at most the allowed number of tasks at the same time, and starts the tasks in the order of their arrival', async () => {
    const queue = createBoundedQueue({ atOnce: 2, longestWaitMs: 1000 });
    const ended: number[] = [];
    const all = [1, 2, 3, 4, 5].map((n) => queue.run(take(100)).then(() => ended.push(n)));
    await vi.advanceTimersByTimeAsync(100);
    expect(ended).toEqual([1, 2]);
    await vi.advanceTimersByTimeAsync(100);
    expect(ended).toEqual([1, 2, 3, 4]);
    await vi.advanceTimersByTimeAsync(100);
    await Promise.all(all);
    expect(ended).toEqual([1, 2, 3, 4, 5]);
  });

  it('refuses a new task immediately when the task would have to wait too long', async () => {
    const queue = createBoundedQueue({ atOnce: 1, longestWaitMs: 1000 });
    const first = queue.run(take(400));
    await vi.advanceTimersByTimeAsync(400);
    await first;
    const accepted = [1, 2, 3].map(() => queue.run(take(400)));
    await expect(queue.run(take(400))).rejects.toMatchObject({ code: 'unavailable' });
    await vi.advanceTimersByTimeAsync(1200);
    expect(await Promise.all(accepted)).toEqual(['done', 'done', 'done']);
  });

  it('lets no task wait longer than the limit, and continues after a task that failed', async () => {
    const queue = createBoundedQueue({ atOnce: 1, longestWaitMs: 1000 });
    const explain = (error: unknown) => String(error);
    const failing = queue
      .run(() => take(1500)().then(() => Promise.reject(new Error('broken'))))
      .catch(explain);
    const waiting = queue.run(take(1)).catch(explain);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await waiting).toContain('Foyer is busy');
    await vi.advanceTimersByTimeAsync(500);
    expect(await failing).toContain('broken');
    const next = queue.run(take(1));
    await vi.advanceTimersByTimeAsync(1);
    expect(await next).toBe('done');
  });
});
