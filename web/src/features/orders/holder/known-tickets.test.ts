import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findTicketKey, rememberTicketKey } from './known-tickets.ts';

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

describe('the key of a ticket that a buyer gave to the user', () => {
  it('is remembered on the device until a newer key for the ticket replaces it', () => {
    rememberTicketKey({ id: 5, key: 'old' });
    rememberTicketKey({ id: 6, key: 'other' });
    rememberTicketKey({ id: 5, key: 'new' });
    expect([findTicketKey(5), findTicketKey(6), findTicketKey(7)]).toEqual(['new', 'other', undefined]);
  });

  it('is not found if the stored text is damaged', () => {
    localStorage.setItem('held_tickets', '[{"id":"5"},null');
    expect(findTicketKey(5)).toBeUndefined();
  });
});
