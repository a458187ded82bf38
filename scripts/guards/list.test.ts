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
