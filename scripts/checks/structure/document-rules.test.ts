import { describe, expect, it } from 'vitest';
import { judge } from './judge-tree.ts';

const story = { 'e2e/visitors/shell.spec.ts': "test('the theme is kept', async () => {});\n" };

describe('the structure check', () => {
  it('accepts documents that name existing files, folders and test titles', () => {
    const coverage =
      '| The theme | `e2e/visitors/shell.spec.ts` · the theme, · the theme is (two widths); `e2e/visitors` |\n| All | `e2e/**/*.ts` |\n';
    const guide = 'Add `contract/src/sales/waiting-list.ts` and `server/src/features/<name>`.\n';
    expect(judge({ ...story, 'docs/spec-coverage.md': coverage, 'CONTRIBUTING.md': guide })).toEqual([]);
  });

  it.each(['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/decisions/001-paths.md'])(
    'refuses the document %s when the document names a missing file',
    (document) => {
      expect(judge({ ...story, [document]: 'Read\n`e2e/visitors/header.spec.ts`.\n' })).toEqual([
        expect.stringMatching(`^${document}:2 There is no e2e/visitors/header.spec.ts`),
      ]);
    },
  );

  it.each([
    '| x | `e2e/visitors/shell.spec.ts` · the header |',
    '`e2e/visitors/shell.spec.ts` · the header; `e2e`',
  ])('refuses a document that quotes a test title missing in the named file: %s', (row) => {
    expect(judge({ ...story, 'docs/spec-coverage.md': `${row}\n` })).toEqual([
      expect.stringMatching('^docs/spec-coverage.md:1 No test in .+ starts with "the header"'),
    ]);
  });
});
