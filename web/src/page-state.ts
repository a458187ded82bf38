import type { DehydratedState } from '@tanstack/react-query';
import type { Assets, Site } from './site.ts';

/** What the server hands to the browser with a page, in a block that is data and never runs. */
export interface PageState {
  /** The address that was rendered: the asked one in its canonical spelling. */
  href: string;
  site: Site;
  assets: Assets;
  queries: DehydratedState;
}

const blockId = 'foyer-state';

export function writePageState(state: PageState): string {
  // `<` is the only character that could end the block or begin another element.
  const json = JSON.stringify(state).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${blockId}">${json}</script>`;
}

/** Reads the block and removes it, so that the document is what React rendered. */
export function takePageState(): PageState {
  const block = document.getElementById(blockId);
  if (!block?.textContent) throw new Error('The page came without its state');
  block.remove();
  return JSON.parse(block.textContent) as PageState;
}
