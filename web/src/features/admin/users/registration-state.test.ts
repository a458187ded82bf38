import { describe, expect, it } from 'vitest';
import { describeRegistration } from './registration-state.ts';

const registered = { id: 4, status: 'registered', event_status: 'published', hold_expires_at: null } as const;
const valid = { registration_id: 4, status: 'valid' } as const;
const used = { registration_id: 4, status: 'used' } as const;

describe('the admin dashboard', () => {
  it.each([
    ['Registered', registered, [valid]],
    ['Registered', registered, [{ ...used, registration_id: 5 }]],
    ['Holds a place', { ...registered, hold_expires_at: '2031-05-01T18:00:00.000Z' }, []],
    ['Checked in', registered, [used]],
    ['Checked in', { ...registered, event_status: 'cancelled' }, [used]],
    ['Event cancelled', { ...registered, event_status: 'cancelled' }, [valid]],
    ['Cancelled', { ...registered, status: 'cancelled' }, [used]],
    ['Expired', { ...registered, status: 'expired' }, []],
  ] as const)(
    'shows the label “%s” for the registration %j with the tickets %j',
    (word, registration, tickets) => {
      expect(describeRegistration(registration, [...tickets]).word).toBe(word);
    },
  );
});
