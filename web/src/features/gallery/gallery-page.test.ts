import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/** Every page has these two already. */
const inTheFrame = ['Toaster', 'Toasts'];

function readAll(pattern: string, folder: string): string {
  const cwd = join(import.meta.dirname, folder);
  return globSync(pattern, { cwd })
    .filter((file) => !file.includes('.test.'))
    .map((file) => readFileSync(join(cwd, file), 'utf8'))
    .join('\n');
}

describe('the page of components', () => {
  it('shows every component of ui', () => {
    const components = readAll('**/*.tsx', '../../ui').matchAll(/^export function ([A-Z]\w+)/gm);
    const gallery = readAll('*.tsx', '.');
    const names = Array.from(components, ([, name = '']) => name);
    expect(names.length).toBeGreaterThan(40);
    expect(names.filter((name) => !new RegExp(`<${name}\\b`).test(gallery))).toEqual(inTheFrame);
  });
});
