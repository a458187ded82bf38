import { afterEach, describe, expect, it, vi } from 'vitest';
import { loadPart } from './load-part.ts';

afterEach(() => {
  vi.useRealTimers();
});

const words = 'A part of this page did not load. Check your connection, reload the page and try again.';

describe('a part of the web’s code', () => {
  it('is returned as soon as it has loaded', async () => {
    await expect(loadPart(() => Promise.resolve('a dialog'))).resolves.toBe('a dialog');
  });

  it('leads to words for the user if it cannot be loaded', async () => {
    await expect(loadPart(() => Promise.reject(new TypeError('Failed to fetch')))).rejects.toThrow(words);
  });

  it('leads to the same words if it does not arrive in time', async () => {
    vi.useFakeTimers();
    const loading = loadPart(() => new Promise(() => {}));
    const [outcome] = await Promise.all([
      loading.catch((error: Error) => error.message),
      vi.advanceTimersByTimeAsync(20_000),
    ]);
    expect(outcome).toBe(words);
  });
});
