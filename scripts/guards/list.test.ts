import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { guards } from './list.mjs';

const root = join(import.meta.dirname, '../..');

it.each(guards)(
  'the code of the guard occurs exactly once, and its test file exists: $promise',
  ({ file, find, test }) => {
    expect(readFileSync(join(root, file), 'utf8').split(find)).toHaveLength(2);
    expect(existsSync(join(root, test))).toBe(true);
  },
);
