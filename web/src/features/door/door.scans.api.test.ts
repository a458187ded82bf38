import { afterEach, describe, expect, it, vi } from 'vitest';
import { json, installFakeBrowser } from '../../api/fake-browser.ts';
import type { DoorAnswer, ShownTicket } from './door.api.ts';
import { askAtDoor, type Scan } from './door.scans.api.ts';
import { code, isBusy, isGood, isLost, isUsed } from './fake-door.ts';
import { createLostScans } from './lost-scans.ts';

const scan: Scan = { id: 'one', code };
const usually = { force: false, isRepeated: false, findObjection: () => null };

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Asks with a fake server, which has an answer to the look-up, to the scan, and to a check-in without an id. */
function ask(scanned: Scan, options: Partial<typeof usually>, answers: Record<string, () => Response>) {
  const asked: string[] = [];
  installFakeBrowser((path) => {
    const kind = path.includes('/verify/') ? 'lookUp' : path.endsWith('/door/scans') ? 'scan' : 'use';
    asked.push(kind);
    return answers[kind]?.() ?? json(500, {});
  });
  const person = { eventId: 1, userId: 2 };
  return askAtDoor(person, scanned, { ...usually, ...options }).then((heard) => ({ ...heard, asked }));
}

describe('a ticket at the door', () => {
  it('is looked up before it is scanned, unless it was sent before or comes from the list of guests', async () => {
    const answers = { lookUp: isGood, scan: isLost };
    expect(await ask(scan, {}, answers)).toMatchObject({ asked: ['lookUp', 'scan'], sent: scan });
    expect(await ask(scan, { isRepeated: true }, answers)).toMatchObject({ asked: ['scan'], sent: scan });
    const chosen = { id: 'two', code: 3 };
    expect(await ask(chosen, {}, answers)).toMatchObject({ asked: ['scan'], sent: chosen });
  });

  it('is sent without an id when the staff have decided to admit it', async () => {
    const { asked, sent } = await ask(scan, { force: true }, { use: isLost });
    expect({ asked, sent }).toEqual({ asked: ['use'], sent: { code } });
  });

  it('may be in after its scan got no answer, but not after a refusal', async () => {
    const heard = (onScan: () => Response, mayBeIn = false) =>
      ask({ ...scan, mayBeIn }, {}, { lookUp: isGood, scan: onScan });
    expect((await heard(isLost)).answer).toMatchObject({ kind: 'unsure', mayBeIn: true });
    expect((await heard(isBusy)).answer).toMatchObject({ kind: 'unsure', mayBeIn: false });
    expect((await heard(isBusy, true)).answer).toMatchObject({ kind: 'unsure', mayBeIn: true });
  });
});

describe('a look-up that gets no answer', () => {
  it('sends nothing that could be sent again', async () => {
    const lost = createLostScans(() => []);
    // The staff admitted a ticket for another event, and that got no answer.
    const unsure = { kind: 'unsure', mayBeIn: true } as DoorAnswer<ShownTicket>;
    await lost.note({ code }, unsure);
    const lookedUp = await ask({ ...scan, mayBeIn: true }, {}, { lookUp: isLost });
    expect(lookedUp).toMatchObject({ sent: null, asked: ['lookUp'] });
    await lost.noteAsked(scan, lookedUp);
    expect(await lost.find(code)).toBeUndefined();
    expect(await lost.mayBeIn(scan)).toBe(true);
    // So the next scan is looked up again, and a used ticket is left to the staff.
    const { answer } = await ask({ ...scan, mayBeIn: true }, {}, { lookUp: isUsed });
    expect(answer.kind).toBe('held');
  });
});
