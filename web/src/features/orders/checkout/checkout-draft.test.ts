import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openCheckoutDraft } from './checkout-draft.ts';

const initial = { name: 'Mara Ellis', email: '', attendees: {} };
const ivo = { t64n2: { name: 'Ivo Marsh', email: 'ivo@example.org' } };
const stored = new Map<string, string>();

beforeEach(() =>
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
    removeItem: (name: string) => stored.delete(name),
  }),
);
afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});

describe('the draft of a checkout', () => {
  it('restores names and email addresses when the buyer comes back to the same event', () => {
    openCheckoutDraft(0, 5, initial).keep({ name: 'Mara', email: 'mara@example.org', attendees: ivo });
    const { values, hasAttendees } = openCheckoutDraft(0, 5, initial);
    expect(values).toEqual({ name: 'Mara', email: 'mara@example.org', attendees: ivo });
    expect(hasAttendees).toBe(true);
    for (const other of [openCheckoutDraft(0, 6, initial), openCheckoutDraft(7, 5, initial)]) {
      expect(other).toMatchObject({ values: initial, hasAttendees: false });
    }
  });

  it('gives the names on the tickets to the account to which the guest logs in', () => {
    const guest = openCheckoutDraft(0, 5, initial);
    guest.keep({ name: 'Mara', email: 'mara@example.org', attendees: ivo });
    guest.handOver();
    for (const visit of ['first', 'second']) {
      const { values, hasAttendees } = openCheckoutDraft(7, 5, initial);
      expect(values, `on the ${visit} visit`).toEqual({ ...initial, attendees: ivo });
      expect(hasAttendees).toBe(true);
    }
    expect(openCheckoutDraft(8, 5, initial)).toMatchObject({ values: initial, hasAttendees: false });
  });

  it('gives nothing to an account if the guest goes back and changes the names', () => {
    const guest = openCheckoutDraft(0, 5, initial);
    guest.keep({ ...initial, attendees: ivo });
    guest.handOver();
    guest.keep(initial);
    expect(openCheckoutDraft(7, 5, initial)).toMatchObject({ values: initial, hasAttendees: false });
  });

  it('stores only what the buyer typed', () => {
    const draft = openCheckoutDraft(7, 5, initial);
    const blank = { t64n1: { name: '', email: '' } };
    draft.keep({ ...initial, attendees: { ...ivo, ...blank } });
    expect([...stored.values()]).toEqual([JSON.stringify({ attendees: ivo })]);
    draft.keep({ ...initial, attendees: blank });
    expect(stored.size).toBe(0);
  });

  it('is deleted when the order is placed, and the closing form stores nothing again', () => {
    const draft = openCheckoutDraft(0, 5, initial);
    draft.keep({ ...initial, attendees: ivo });
    draft.drop();
    draft.keep({ ...initial, attendees: ivo });
    expect(stored.size).toBe(0);
  });

  it('ignores stored values that it cannot read', () => {
    openCheckoutDraft(0, 5, initial).keep({ ...initial, name: 'Mara' });
    for (const broken of ['{"name":7,"attendees":null}', '[', 'null']) {
      for (const name of stored.keys()) stored.set(name, broken);
      expect(openCheckoutDraft(0, 5, initial).values).toEqual(initial);
    }
  });
});
