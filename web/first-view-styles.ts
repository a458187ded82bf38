import { transform } from 'lightningcss';
import type { Plugin, Rolldown } from 'vite';

/** The file of the build with the styles of the first view. The server reads it, but nobody can load it. */
const fileName = '.vite/first-view.css';

/**
 * Writes a second style sheet with only the classes that the public pages use, and the parts that they load later.
 * @param isOtherPage Whether a module is a page that is not public.
 */
export function writeFirstViewStyles(isOtherPage: (module: string) => boolean): Plugin {
  return {
    name: 'first-view-styles',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const files = Object.values(bundle);
        const chunks = files.filter((file) => file.type === 'chunk');
        const entry = chunks.find((chunk) => chunk.isEntry);
        const own = entry?.viteMetadata?.importedCss;
        const styles = files.filter((file) => file.type === 'asset').find((file) => own?.has(file.fileName));
        if (!entry || !styles) this.error('The entry of the build has no style sheet');
        const used = new Set<string>();
        for (const { code } of listReachable(entry, chunks, isOtherPage)) {
          for (const word of code.split(/[\s"'`]+/)) used.add(word);
        }
        this.emitFile({ type: 'asset', fileName, source: keepClasses(styles, used) });
      },
    },
  };
}

/** Lists the chunks that public pages import, at once or later. */
function listReachable(
  entry: Rolldown.OutputChunk,
  chunks: Rolldown.OutputChunk[],
  isOtherPage: (module: string) => boolean,
): Rolldown.OutputChunk[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set([entry]);
  for (const { imports, dynamicImports } of found) {
    for (const name of [...imports, ...dynamicImports]) {
      const chunk = byName.get(name);
      if (chunk && !isOtherPage(chunk.facadeModuleId ?? '')) found.add(chunk);
    }
  }
  return [...found];
}

/** Leaves out the rules in the layer of utilities whose classes are not used. */
function keepClasses(styles: Rolldown.OutputAsset, used: Set<string>): Uint8Array {
  let areUtilities = false;
  const { code } = transform({
    filename: styles.fileName,
    code: Buffer.from(styles.source),
    minify: true,
    visitor: {
      Rule: {
        'layer-block'({ value }) {
          areUtilities = value.name?.[0] === 'utilities';
        },
        style({ value }) {
          const isUsed = value.selectors.some(([first]) => first?.type !== 'class' || used.has(first.name));
          return areUtilities && !isUsed ? [] : undefined;
        },
      },
      RuleExit: {
        'layer-block'() {
          areUtilities = false;
        },
      },
    },
  });
  return code;
}
