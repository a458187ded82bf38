import { describe, expect, it } from 'vitest';
import type { DoorAnswer, ShownTicket } from './door.api.ts';
import { createLostScans } from './lost-scans.ts';
import { hashCode } from './offline/answer-offline.ts';

const none: DoorAnswer<ShownTicket> = {
  kind: 'unsure',
  reason: 'The server did not answer',
  ticket: null,
  mayBeIn: true,
  isOutage: false,
};
const refused: DoorAnswer<ShownTicket> = { kind: 'refused', reason: 'Used', ticket: null };

describe('the scans of a door that got no answer', () => {
  it('are known by the code until the same ticket gets an answer', async () => {
    const lost = createLostScans();
    await lost.note({ id: 'one', code: 'A1' }, none);
    await lost.note({ id: 'two', code: 'B2' }, none);
    expect(await lost.find('A1')).toBe('one');
    await lost.note({ id: 'three', code: 'A1' }, refused);
    expect([await lost.find('A1'), await lost.find('B2')]).toEqual([undefined, 'two']);
  });

  it('are known for a guest of a group who then shows the QR code', async () => {
    const lost = createLostScans();
    await lost.note({ id: 'one', code: 7, codeHash: await hashCode('A1') }, none);
    expect([await lost.find(7), await lost.find('A1')]).toEqual(['one', 'one']);
    await lost.note({ id: 'two', code: 'A1' }, refused);
    expect([await lost.find(7), await lost.find('A1')]).toEqual([undefined, undefined]);
  });

  it('do not excuse a used ticket when one of them is sent again, unless another one was lost too', async () => {
    const lost = createLostScans();
    const again = { id: 'one', code: 7 };
    await lost.note(again, none);
    expect(await lost.mayBeIn(again)).toBe(false);
    expect(await lost.mayBeIn({ id: 'two', code: 7 })).toBe(true);
    await lost.note({ id: 'two', code: 7 }, none);
    expect(await lost.mayBeIn(again)).toBe(true);
  });

  it('are not those that cannot have checked anybody in', async () => {
    const lost = createLostScans();
    await lost.note({ id: 'one', code: 'A1' }, { ...none, mayBeIn: false });
    expect(await lost.find('A1')).toBeUndefined();
  });
});
