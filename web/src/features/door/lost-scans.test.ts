import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DoorAnswer, ShownTicket } from './door.api.ts';
import type { DoorGuest } from './guests/door.guests.api.ts';
import { makeGuest } from './guests/fake-guest.ts';
import { createLostScans, isStillShown } from './lost-scans.ts';
import { hashCode } from './offline/answer-offline.ts';

const none: DoorAnswer<ShownTicket> = {
  kind: 'unsure',
  reason: 'The server did not answer',
  ticket: null,
  mayBeIn: true,
  isOutage: false,
};
const refused: DoorAnswer<ShownTicket> = { kind: 'refused', reason: 'Used', ticket: null };

const mara = makeGuest({ code_hash: await hashCode('A1') });
const ivo = makeGuest({ id: 8, name: 'Ivo Marsh', code_hash: await hashCode('B2') });

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the scans of a door that got no answer', () => {
  it.each([
    ['a QR code, shown again', 'A1', 'A1'],
    ['a QR code, when the guest is then chosen by name or with the group', 'A1', 7],
    ['a guest chosen by name or with the group, who then shows the QR code', 7, 'A1'],
    ['a guest chosen by name, who is then checked in with the group', 7, 7],
  ])('are known for %s, until that ticket gets an answer', async (_way, first, second) => {
    const lost = createLostScans(() => [mara, ivo]);
    await lost.note({ id: 'one', code: first }, none);
    await lost.note({ id: 'other', code: 'B2' }, none);
    expect(await lost.find(second)).toBe('one');
    expect(await lost.mayBeIn({ id: 'two', code: second })).toBe(true);
    await lost.note({ id: 'two', code: second }, refused);
    expect([await lost.find(first), await lost.find(second)]).toEqual([undefined, undefined]);
    expect([await lost.find('B2'), await lost.find(8)]).toEqual(['other', 'other']);
  });

  it.each([
    ['a QR code', 'A1', 7],
    ['a group', 7, 'A1'],
  ])('are known for %s that the list of guests had only after the scan', async (_way, first, second) => {
    let guests: readonly DoorGuest[] = [];
    const lost = createLostScans(() => guests);
    await lost.note({ id: 'one', code: first }, none);
    guests = [mara];
    expect(await lost.find(second)).toBe('one');
  });

  it('are known by the same code where the browser makes no hashes', async () => {
    vi.stubGlobal('crypto', {});
    const lost = createLostScans(() => [mara]);
    await lost.note({ id: 'one', code: 'A1' }, none);
    expect([await lost.find('A1'), await lost.find('B2')]).toEqual(['one', undefined]);
  });

  it('do not excuse a used ticket when one of them is sent again, unless another one was lost too', async () => {
    const lost = createLostScans(() => [mara]);
    const again = { id: 'one', code: 7 };
    await lost.note(again, none);
    expect(await lost.mayBeIn(again)).toBe(false);
    expect(await lost.mayBeIn({ id: 'two', code: 7 })).toBe(true);
    await lost.note({ id: 'two', code: 'A1' }, none);
    expect(await lost.mayBeIn(again)).toBe(true);
  });

  it('excuse a used ticket when one was sent without an id, and cannot be sent again', async () => {
    const lost = createLostScans(() => [mara, ivo]);
    await lost.note({ code: 'A1' }, none);
    await lost.note({ code: 'B2' }, none);
    expect([await lost.find('A1'), await lost.find('B2')]).toEqual([undefined, undefined]);
    expect(await lost.mayBeIn({ id: 'two', code: 7 })).toBe(true);
  });

  it('are not those that cannot have checked anybody in', async () => {
    const lost = createLostScans(() => [mara]);
    await lost.note({ id: 'one', code: 'A1' }, { ...none, mayBeIn: false });
    expect(await lost.find('A1')).toBeUndefined();
  });
});

describe('a scan of the same code', () => {
  const shown = { code: 'A1', at: 1000 };

  it('repeats the lost scan whose result is on the screen', () => {
    expect(isStillShown(shown, 'A1', 31_000)).toBe(true);
  });

  it('is a new scan after the result was closed, for another code, and after a minute', () => {
    expect(isStillShown(null, 'A1', 31_000)).toBe(false);
    expect(isStillShown(shown, 'B2', 31_000)).toBe(false);
    expect(isStillShown(shown, 'A1', 61_000)).toBe(false);
  });
});
