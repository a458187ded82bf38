import { describe, expect, it } from 'vitest';
import { eventAddress, eventPath, readEventKey } from './paths.ts';

const key = 'pR4vJ0c5mZ2k7VwN8rTb1g';

describe('the web app', () => {
  it('writes the key of a private event into the web address of the event', () => {
    expect(eventPath({ id: 42, key })).toBe(`/events/42?key=${key}`);
    expect(eventAddress('https://foyer.example', { id: 42, key })).toBe(
      `https://foyer.example/events/42?key=${key}`,
    );
    expect(eventPath({ id: 42, title: 'Summer Jazz', key: null })).toBe('/events/42-summer-jazz');
  });

  it('reads a key from a web address only if the text can be a key', () => {
    expect(readEventKey({ key })).toEqual({ key });
    for (const wrong of [undefined, '', key.slice(1), `${key}a`, 'a b', 7, [key]]) {
      expect(readEventKey({ key: wrong }).key).toBeUndefined();
    }
  });
});
