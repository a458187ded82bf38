import { describe, expect, it } from 'vitest';
import type { Ticket } from '../tickets/tickets.api.ts';
import type { DoorAnswer } from './door.api.ts';
import { describeTypesOf, describeUndone, describeUnsent, findReason } from './door-words.ts';

const valid = { status: 'valid' } as Ticket;
const used = { status: 'used' } as Ticket;
const reason = 'This ticket is for another event: Late jazz';

describe('the door page', () => {
  it.each<[string, DoorAnswer]>([
    ['held', { kind: 'held', reason, ticket: valid }],
    ['refused', { kind: 'refused', reason, ticket: null }],
    ['unsure', { kind: 'unsure', reason, ticket: null, mayBeIn: false, isOutage: true }],
  ])('shows the reason when the result of a check-in is “%s”', (_, answer) => {
    expect(findReason(answer)).toBe(reason);
  });

  it.each<[string, DoorAnswer]>([
    ['was checked in', { kind: 'accepted', ticket: used }],
    ['was already used', { kind: 'refused', reason: 'Ticket has already been used', ticket: used }],
  ])('shows no reason when the ticket %s', (_, answer) => {
    expect(findReason(answer)).toBeNull();
  });
});

describe('the page of a link that has ended', () => {
  it('says what to do with check-ins that wait on this device, and nothing when there are none', () => {
    expect(describeUnsent(0)).toBeUndefined();
    expect(describeUnsent(1)).toMatch(
      /^1 check-in on this device waits to be sent\. To send it, open a new link/,
    );
    expect(describeUnsent(3)).toMatch(/^3 check-ins on this device wait to be sent\. To send them, /);
  });
});

describe('the result for a group at the door', () => {
  it('counts the tickets of each type', () => {
    const group = ['Adult', 'Child', 'Adult'].map((type_name) => ({ type_name }));
    expect(describeTypesOf(group)).toBe('2 Adult, 1 Child');
  });

  it('names the guest of a single undone check-in, and counts several', () => {
    const ivo = { ...used, attendee_name: 'Ivo Marsh' };
    expect(describeUndone([ivo])).toBe('Check-in of Ivo Marsh undone');
    expect(describeUndone([ivo, ivo])).toBe('Check-in of 2 tickets undone');
  });
});
