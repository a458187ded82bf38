import { afterEach, describe, expect, it, vi } from 'vitest';
import { CallError } from '../../api/call-error.ts';
import { json, installFakeBrowser } from '../../api/fake-browser.ts';
import type { Ticket } from '../tickets/tickets.api.ts';
import { checkInAtDoor, checkInGroup, lookUpAtDoor, undoAsMember, undoCheckIns } from './door.api.ts';
import { code, isBusy, isGood, isLost, isUsed, ticket, used } from './fake-door.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Looks a ticket up with a fake server. */
function lookUp(mayBeIn: boolean, answer: () => Response) {
  installFakeBrowser(answer);
  return lookUpAtDoor(code, mayBeIn, () => null);
}

/** Checks a ticket in with a fake server. */
function checkIn(mayBeIn: boolean, answer: () => Response) {
  installFakeBrowser(answer);
  return checkInAtDoor(code, mayBeIn);
}

describe('a valid ticket', () => {
  it('may be checked in after the look-up', async () => {
    expect(await lookUp(false, isGood)).toBeNull();
  });
});

describe('a used ticket', () => {
  it('is refused', async () => {
    expect(await lookUp(false, isUsed)).toMatchObject({ kind: 'refused', ticket: used });
    expect(await checkIn(false, isUsed)).toMatchObject({ kind: 'refused', ticket: used });
  });

  it('is left to the staff’s decision after an earlier check-in got no answer', async () => {
    const held = { kind: 'held', reason: 'Already checked in, perhaps by your last attempt', ticket: used };
    expect(await lookUp(true, isUsed)).toEqual(held);
    expect(await checkIn(true, isUsed)).toEqual(held);
  });
});

describe('a check-in with an unknown result', () => {
  it('counts as a possible success only if its request was sent and not refused', async () => {
    expect(await checkIn(false, isLost)).toMatchObject({ kind: 'unsure', mayBeIn: true });
    expect(await checkIn(false, () => json(502, {}))).toMatchObject({ kind: 'unsure', mayBeIn: true });
    expect(await lookUp(false, isLost)).toMatchObject({ kind: 'unsure', mayBeIn: false });
    expect(await checkIn(false, isBusy)).toMatchObject({ kind: 'unsure', mayBeIn: false });
  });

  it('counts as a possible success if an earlier attempt got no answer either', async () => {
    expect(await lookUp(true, isLost)).toMatchObject({ kind: 'unsure', mayBeIn: true });
    expect(await checkIn(true, isBusy)).toMatchObject({ kind: 'unsure', mayBeIn: true });
  });
});

describe('checking in a group at the door', () => {
  function answerGroup(onUse: () => Response) {
    installFakeBrowser(onUse);
    return checkInGroup('A'.repeat(24));
  }

  it('returns a result for each ticket, and lists the whole group in the first result', async () => {
    const tickets = [used, { ...used, id: 4 }];
    const results = await answerGroup(() => json(200, { status: 'success', msg: '', tickets }));
    expect(results).toEqual([
      { kind: 'accepted', ticket: used, group: tickets },
      { kind: 'accepted', ticket: tickets[1] },
    ]);
  });

  it('counts as a possible success if the answer was lost, but not if the server refused', async () => {
    expect(await answerGroup(isLost)).toMatchObject([{ kind: 'unsure', mayBeIn: true }]);
    expect(await answerGroup(isUsed)).toMatchObject([{ kind: 'refused', ticket: used }]);
  });
});

describe('undoing the check-in of a group', () => {
  it('undoes each ticket, and stops when the server fails', async () => {
    const group = [3, 4, 5].map((id) => ({ ...used, id })) as unknown as Ticket[];
    const { calls } = installFakeBrowser((path) =>
      path.endsWith('/4') ? json(500, {}) : json(200, { status: 'success', msg: '', ticket }),
    );
    const { undone, error } = await undoCheckIns(group, undoAsMember);
    expect(undone).toEqual([ticket]);
    expect(error).toBeInstanceOf(CallError);
    expect(calls.map(({ path }) => path)).toEqual(['/api/tickets/3', '/api/tickets/4']);
    expect(await undoCheckIns(group.slice(0, 1), undoAsMember)).toEqual({ undone: [ticket] });
  });

  it('undoes the other tickets when one is refused, because it was refunded meanwhile', async () => {
    const group = [3, 4, 5].map((id) => ({ ...used, id })) as unknown as Ticket[];
    installFakeBrowser((path) =>
      path.endsWith('/3')
        ? json(409, { status: 'error', code: 'ticket_not_live', msg: 'This ticket has ended', errors: [] })
        : json(200, { status: 'success', msg: '', ticket }),
    );
    const { undone, error } = await undoCheckIns(group, undoAsMember);
    expect(undone).toEqual([ticket, ticket]);
    expect(error).toMatchObject({ code: 'ticket_not_live' });
  });
});
