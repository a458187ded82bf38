import { describe, expect, it } from 'vitest';
import type { SavedEvent } from './saved-event.ts';
import { describeSaved, writeInvitation } from './saved-event-words.ts';

const jazz = {
  title: 'Late jazz',
  start_time: '2031-11-20T18:30:00.000Z',
  location: 'The Maltings, Mill Lane',
  status: 'published',
  is_public: true,
} as SavedEvent;

describe('an event that was just saved', () => {
  it('has an invitation that says what, when and where', () => {
    expect(writeInvitation(jazz, 'https://foyer.example/events/7', 'Europe/London')).toBe(
      'You are invited: Late jazz\nThursday, Nov 20, 2031, 6:30 PM, London time\nThe Maltings, Mill Lane\nGet your ticket: https://foyer.example/events/7',
    );
  });

  it('has an invitation without a place', () => {
    expect(writeInvitation({ ...jazz, location: null }, 'x', 'UTC')).not.toContain('null');
  });

  it.each([
    [{ status: 'draft' }, '“Late jazz” is a draft'],
    [{ status: 'cancelled' }, '“Late jazz” is cancelled'],
    [{}, '“Late jazz” is published'],
  ] as const)('with %j says so', (change, title) => {
    const event = { ...jazz, ...change };
    expect(describeSaved({ event, wasPublished: false, news: null }).title).toBe(title);
  });

  it('is saved, not published, if it was published before', () => {
    const say = (news: string | null) => describeSaved({ event: jazz, wasPublished: true, news });
    expect(say(null)).toEqual({ title: '“Late jazz” is saved', hint: 'Its page shows the changes.' });
    expect(say('2 people get an email.').hint).toBe('2 people get an email.');
  });
});
