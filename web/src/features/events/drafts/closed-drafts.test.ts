import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { draftKey } from '../../../api/drafts.ts';
import { FakeStorage } from '../../../api/fake-browser.ts';
import { listClosed, saveWithRoom } from './closed-drafts.ts';

const start = draftKey(7, 'event:');
const day = 24 * 3600 * 1000;
const makeDraft = (age: number) => {
  const at = new Date(Date.now() - age * day).toISOString();
  return { at, version: null, types: [], typed: { title: 'A' } };
};

/** Has room for two drafts. */
class SmallStorage extends FakeStorage {
  override setItem(key: string, value: string): void {
    if (!(key in this) && Object.keys(this).length >= 2) throw new Error('QuotaExceededError');
    super.setItem(key, value);
  }
}

beforeEach(() => {
  vi.stubGlobal('localStorage', new SmallStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe('drafts of closed tabs', () => {
  it('are deleted after 90 days, whichever event they belong to', async () => {
    saveWithRoom(`${start}4#a`, makeDraft(91), []);
    saveWithRoom(`${start}new#b`, makeDraft(89), []);
    expect(await listClosed(start, `${start}5#c`)).toEqual([`${start}new#b`]);
    expect(Object.keys(localStorage)).toEqual([`${start}new#b`]);
  });

  it('give way to new text when the storage is full, the oldest first', async () => {
    saveWithRoom(`${start}4#a`, makeDraft(1), []);
    saveWithRoom(`${start}new#b`, makeDraft(2), []);
    saveWithRoom(`${start}5#c`, makeDraft(0), await listClosed(start, `${start}5#c`));
    expect(Object.keys(localStorage)).toEqual([`${start}4#a`, `${start}5#c`]);
  });
});
