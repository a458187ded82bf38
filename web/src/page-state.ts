import type { DehydratedState } from '@tanstack/react-query';
import type { Assets, Site } from './site.ts';

/** The data that the server sends with a page, in a script block that never runs. */
export interface PageState {
  /** The rendered address: the requested one in its canonical spelling. */
  href: string;
  site: Site;
  assets: Assets;
  queries: DehydratedState;
}

const blockId = 'foyer-state';

export function writePageState(state: PageState): string {
  // `<` is the only character that could end the block or start another element.
  const json = JSON.stringify(state).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${blockId}">${json}</script>`;
}

/** Reads the block and removes it, so that the document equals what React rendered. */
export function takePageState(): PageState {
  const block = document.getElementById(blockId);
  if (!block?.textContent) throw new Error('The page came without its state');
  block.remove();
  return JSON.parse(block.textContent) as PageState;
}
