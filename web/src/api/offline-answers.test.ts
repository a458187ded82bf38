import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findOfflineAnswer, deleteOfflineAnswers, saveOfflineAnswer } from './offline-answers.ts';

let stored: Record<string, unknown>;

beforeEach(() => {
  // A fake `localStorage`. The methods are on the prototype, so that `Object.keys` lists only the stored
  // keys, as in the browser.
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

describe('the store of responses for offline use', () => {
  it('saves a response for one user under a name, with the current time', () => {
    const before = Date.now();
    saveOfflineAnswer(7, 'tickets', [{ id: 1 }]);
    expect(findOfflineAnswer(7, 'tickets')?.answer).toEqual([{ id: 1 }]);
    expect(findOfflineAnswer(7, 'tickets')?.at).toBeGreaterThanOrEqual(before);
    expect(findOfflineAnswer(71, 'tickets')).toBeUndefined();
    expect(findOfflineAnswer(7, 'registrations')).toBeUndefined();
  });

  it('deletes the saved responses of other users, or of all users when nobody is signed in', () => {
    saveOfflineAnswer(7, 'tickets', []);
    saveOfflineAnswer(71, 'tickets', []);
    stored.theme = 'dark';
    deleteOfflineAnswers({ exceptUserId: 7 });
    expect(Object.keys(stored)).toEqual(['kept:7:tickets', 'theme']);
    deleteOfflineAnswers({ exceptUserId: undefined });
    expect(Object.keys(stored)).toEqual(['theme']);
  });

  it('returns no response when the saved text is damaged', () => {
    stored['kept:7:tickets'] = '{broken';
    expect(findOfflineAnswer(7, 'tickets')).toBeUndefined();
    stored['kept:7:tickets'] = '"foreign"';
    expect(findOfflineAnswer(7, 'tickets')).toBeUndefined();
  });
});
