import { describe, expect, it } from 'vitest';
import { readGuests } from './read-guests.ts';

const mara = { name: 'Mara Ellis', email: 'mara@example.org', quantity: '1' };

describe('a pasted guest list', () => {
  it.each([
    ['Mara Ellis, mara@example.org', mara],
    ['Mara Ellis <mara@example.org>', mara],
    ['"Mara Ellis" <mara@example.org>', mara],
    ['Mara Ellis\tmara@example.org\t3', { ...mara, quantity: '3' }],
    ['Mara  Ellis; mara@example.org; 2', { ...mara, quantity: '2' }],
    ['Mara Ellis mara@example.org 12', { ...mara, quantity: '12' }],
    ['mara@example.org, Mara Ellis', mara],
    ['mara@example.org, Mara Ellis, 2', { ...mara, quantity: '2' }],
    ['mara@example.org', { ...mara, name: '' }],
  ])('accepts the line “%s”', (line, guest) => {
    expect(readGuests(line)).toEqual({ guests: [guest], unread: [] });
  });

  it('keeps unreadable lines, and skips empty lines', () => {
    const pasted = 'Mara Ellis, mara@example.org\r\n\r\nIvo Marsh, ivo at example\n';
    expect(readGuests(pasted)).toEqual({ guests: [mara], unread: ['Ivo Marsh, ivo at example'] });
  });
});
