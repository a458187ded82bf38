import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { endAttempt, keyForAttempt } from './attempt.ts';

beforeEach(() => {
  const entries = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the Idempotency-Key of an order', () => {
  it('is the same when the same order is sent again', () => {
    expect(keyForAttempt(7, { items: [1] })).toBe(keyForAttempt(7, { items: [1] }));
  });

  it('changes when the tickets or the event change, and after the order was placed', () => {
    const first = keyForAttempt(7, { items: [1] });
    expect(keyForAttempt(8, { items: [1] })).not.toBe(first);
    const second = keyForAttempt(7, { items: [2] });
    expect(second).not.toBe(first);
    endAttempt(7);
    expect(keyForAttempt(7, { items: [2] })).not.toBe(second);
  });

  it('follows the same rules in a browser that forbids storage', () => {
    const forbid = () => {
      throw new DOMException('Storage is forbidden', 'SecurityError');
    };
    vi.stubGlobal('sessionStorage', { getItem: forbid, setItem: forbid, removeItem: forbid });
    const first = keyForAttempt(9, { items: [1] });
    expect(keyForAttempt(9, { items: [1] })).toBe(first);
    const second = keyForAttempt(9, { items: [2] });
    expect(second).not.toBe(first);
    endAttempt(9);
    expect(keyForAttempt(9, { items: [2] })).not.toBe(second);
  });
});
