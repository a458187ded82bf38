import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clearCheckoutMarks,
  findEventKey,
  findPendingEventId,
  markCheckout,
  recordAnnouncement,
} from './checkout-marks.ts';

const paidFlag = 'ticket_paid_7_12';

function createStorage() {
  const entries = new Map<string, string>();
  return {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  };
}

beforeEach(() => {
  vi.stubGlobal('localStorage', createStorage());
  vi.stubGlobal('sessionStorage', createStorage());
});

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the browser’s record of a started checkout', () => {
  it('is deleted when the buyer returns without paying, and says only once that payment is missing', () => {
    markCheckout(7, { id: 12 });
    localStorage.setItem(paidFlag, 'true');
    expect(clearCheckoutMarks(7, 12, false)).toBe(true);
    expect(findPendingEventId()).toBeNull();
    expect(localStorage.getItem(paidFlag)).toBeNull();
    expect(clearCheckoutMarks(7, 12, false)).toBe(false);
  });

  it('is deleted when the buyer has paid, and does not say that payment is missing', () => {
    markCheckout(7, { id: 12 });
    expect(clearCheckoutMarks(7, 12, true)).toBe(false);
    expect(findPendingEventId()).toBeNull();
    expect(localStorage.getItem(paidFlag)).toBe('true');
  });

  it('stays when the record for another event is deleted', () => {
    markCheckout(7, { id: 12 });
    expect(clearCheckoutMarks(7, 13, false)).toBe(false);
    expect(findPendingEventId()).toBe(12);
  });

  it('keeps the key of a private event for links back to the event', () => {
    markCheckout(7, { id: 12, key: 'pR4vJ0c5mZ2k7VwN8rTb1g' });
    clearCheckoutMarks(7, 12, true);
    expect(findEventKey(12)).toBe('pR4vJ0c5mZ2k7VwN8rTb1g');
    expect(findEventKey(13)).toBeUndefined();
  });

  it('lets the page announce each state of a payment only once', () => {
    expect(recordAnnouncement('cs_1', 'unpaid')).toBe(true);
    expect(recordAnnouncement('cs_1', 'unpaid')).toBe(false);
    expect(recordAnnouncement('cs_1', 'paid')).toBe(true);
    expect(recordAnnouncement('cs_2', 'unpaid')).toBe(true);
  });
});
