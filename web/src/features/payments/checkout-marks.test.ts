import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  findPendingEventId,
  markCheckout,
  settleCheckout,
  takePaymentAnnouncement,
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

it('a checkout without a payment ends once, and takes its marks away', () => {
  markCheckout(7, 12);
  localStorage.setItem(paidFlag, 'true');
  expect(settleCheckout(7, 12, false)).toBe(true);
  expect(findPendingEventId()).toBeNull();
  expect(localStorage.getItem(paidFlag)).toBeNull();
  expect(settleCheckout(7, 12, false)).toBe(false);
});

it('a paid checkout ends too, and is no abandoned one', () => {
  markCheckout(7, 12);
  expect(settleCheckout(7, 12, true)).toBe(false);
  expect(findPendingEventId()).toBeNull();
  expect(localStorage.getItem(paidFlag)).toBe('true');
});

it("another event's checkout goes on", () => {
  markCheckout(7, 12);
  expect(settleCheckout(7, 13, false)).toBe(false);
  expect(findPendingEventId()).toBe(12);
});

it('a payment is announced once, also after a reload, and the next one anew', () => {
  expect(takePaymentAnnouncement('cs_1')).toBe(true);
  expect(takePaymentAnnouncement('cs_1')).toBe(false);
  expect(takePaymentAnnouncement('cs_2')).toBe(true);
});
