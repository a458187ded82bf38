import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findKnownOrder, getDeviceId, listKnownOrders, rememberOrder } from './known-orders.ts';

beforeEach(() => {
  const entries = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
});

const key = 'hX3vJ0c5mZ2k7VwN8rTb1gq3Jx0c5mZ2k7VwN8rTb1g';

describe('the orders that a browser remembers', () => {
  it('keep their key when they are stored again without a key', () => {
    rememberOrder({ number: 'A1', eventId: 7, key, eventKey: 'secret' });
    rememberOrder({ number: 'A1', eventId: null });
    expect(listKnownOrders()).toEqual([{ number: 'A1', eventId: 7, key, eventKey: 'secret' }]);
  });

  it('are listed newest first, and at most forty are remembered', () => {
    for (let index = 0; index <= 40; index += 1) rememberOrder({ number: `N${index}`, eventId: 7 });
    expect(listKnownOrders()[0]?.number).toBe('N40');
    expect(findKnownOrder('N0')).toBeUndefined();
    expect(findKnownOrder('N1')).toBeDefined();
  });

  it('are an empty list when the stored text is damaged', () => {
    localStorage.setItem('orders', '{');
    expect(listKnownOrders()).toEqual([]);
    localStorage.setItem('orders', '[null, 3, {"number": "A1"}]');
    expect(listKnownOrders()).toHaveLength(1);
  });
});

describe('the id that a browser keeps for itself', () => {
  it('stays the same, but is replaced if it is not a valid id', () => {
    const first = getDeviceId();
    expect(first).toMatch(/^[\w-]{22,100}$/);
    expect(getDeviceId()).toBe(first);
    localStorage.setItem('device_id', 'short');
    expect(getDeviceId()).not.toBe('short');
  });

  it('is different at each call if the browser forbids storage', () => {
    vi.stubGlobal('localStorage', undefined);
    expect(getDeviceId()).not.toBe(getDeviceId());
  });
});
