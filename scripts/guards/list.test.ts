import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { guards } from './list.mjs';

const root = join(import.meta.dirname, '../..');

describe('the list of guards', () => {
  it.each(guards)(
    'names existing code and an existing test file for the promise: $promise',
    ({ file, find, test }) => {
      expect(readFileSync(join(root, file), 'utf8').split(find)).toHaveLength(2);
      expect(existsSync(join(root, test))).toBe(true);
    },
  );
});

describe('the table of the invariants of orders', () => {
  const text = readFileSync(join(root, 'docs/invariants.md'), 'utf8');
  const rows = text.matchAll(/^\| (.+?) +\| `(.+?)` +\|$/gm);
  const shown = [...rows].map(([, promise, test]) => ({ promise, test }));

  it('names only guards that are in the list of guards, each with the same test file', () => {
    const known = new Set(guards.map(({ promise, test }) => `${promise} ${test}`));
    expect(shown.filter(({ promise, test }) => !known.has(`${promise} ${test}`))).toEqual([]);
  });

  it('has a guard for each of the nine invariants', () => {
    const sections = text.split('\n## ').slice(1);
    expect(sections).toHaveLength(9);
    for (const section of sections) expect(section).toContain('.test.ts`');
  });
});
