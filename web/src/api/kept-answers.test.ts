import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findKeptAnswer, forgetAnswersOfOthers, keepAnswer } from './kept-answers.ts';

let stored: Record<string, unknown>;

beforeEach(() => {
  // Methods that are not enumerable, as in the real one: its keys are what was stored.
  stored = Object.create({
    getItem: (key: string) => stored[key] ?? null,
    setItem: (key: string, value: string) => void (stored[key] = value),
    removeItem: (key: string) => void delete stored[key],
  }) as Record<string, unknown>;
  vi.stubGlobal('localStorage', stored);
});

afterEach(() => {
  vi.unstubAllGlobals();
});

it('an answer is kept for its user, with the time at which it was given', () => {
  const before = Date.now();
  keepAnswer(7, 'tickets', [{ id: 1 }]);
  expect(findKeptAnswer(7, 'tickets')?.answer).toEqual([{ id: 1 }]);
  expect(findKeptAnswer(7, 'tickets')?.at).toBeGreaterThanOrEqual(before);
  expect(findKeptAnswer(71, 'tickets')).toBeUndefined();
  expect(findKeptAnswer(7, 'registrations')).toBeUndefined();
});

it('the next user finds nothing of the last, and nobody nothing of anybody', () => {
  keepAnswer(7, 'tickets', []);
  keepAnswer(71, 'tickets', []);
  stored.theme = 'dark';
  forgetAnswersOfOthers(7);
  expect(Object.keys(stored)).toEqual(['kept:7:tickets', 'theme']);
  forgetAnswersOfOthers(undefined);
  expect(Object.keys(stored)).toEqual(['theme']);
});

it('what cannot be read is not there', () => {
  stored['kept:7:tickets'] = '{broken';
  expect(findKeptAnswer(7, 'tickets')).toBeUndefined();
  stored['kept:7:tickets'] = '"foreign"';
  expect(findKeptAnswer(7, 'tickets')).toBeUndefined();
});
