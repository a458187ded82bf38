import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { DoorGuest } from '../guests/door.guests.api.ts';
import { makeGuest } from '../guests/fake-guest.ts';
import { answerOffline, findGuest, hashCode } from './answer-offline.ts';
import type { KeptScan } from './door-database.ts';

const now = '2031-11-20T18:12:00.000Z';

const code_hash = createHash('sha256').update('a code').digest('hex').slice(0, 32);
const guest = (fields: Partial<DoorGuest> = {}) => makeGuest({ code_hash, ...fields });

const scan: KeptScan = { id: 'a', eventId: 1, ticketId: 7, scannedAt: '2031-11-20T18:05:00.000Z' };

describe('the door without a network', () => {
  it('admits a guest with a valid ticket, and says that the device keeps this', () => {
    expect(answerOffline(guest(), [], now)).toMatchObject({
      kind: 'accepted',
      isKept: true,
      ticket: { id: 7, status: 'used', used_at: now, attendee_name: 'Mara Ellis' },
    });
  });

  it('refuses a ticket that this device has already admitted, with the time', () => {
    expect(answerOffline(guest(), [scan], now)).toMatchObject({
      kind: 'refused',
      ticket: { status: 'used', used_at: scan.scannedAt },
    });
  });

  it('refuses tickets that were used or had ended when the list was read', () => {
    for (const status of ['used', 'cancelled', 'refunded'] as const)
      expect(answerOffline(guest({ status }), [], now)).toMatchObject({
        kind: 'refused',
        ticket: { status },
      });
  });

  it('admits a ticket again whose earlier scan the server has refused', () => {
    const problem = { outcome: 'too_early', msg: '', name: '', usedAt: null, usedLink: null } as const;
    expect(answerOffline(guest(), [{ ...scan, problem }], now).kind).toBe('accepted');
  });

  it('knows guests by their ticket, or by the hash of their code that the server sends', async () => {
    const guests = [guest({ id: 6, code_hash: '' }), guest()];
    expect(findGuest(guests, 7, '')?.id).toBe(7);
    expect(findGuest(guests, 'a code', await hashCode('a code'))?.id).toBe(7);
    expect(findGuest(guests, 'other', await hashCode('other'))).toBeUndefined();
  });
});
