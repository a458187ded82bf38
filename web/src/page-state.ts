import type { DehydratedState } from '@tanstack/react-query';
import type { Assets, Site } from './site.ts';

/** The data that the server sends with a page, in a script block of type JSON, which browsers never run. */
export interface PageState {
  /** The web address of the rendered page: the requested web address in its canonical spelling. */
  href: string;
  site: Site;
  assets: Assets;
  queries: DehydratedState;
}

const blockId = 'foyer-state';

export function writePageState(state: PageState): string {
  // Escape each `<`, because it could end the script block or start another element.
  const json = JSON.stringify(state).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${blockId}">${json}</script>`;
}

/** Reads the script block and removes it, because hydration needs the document exactly as React rendered it. */
export function takePageState(): PageState {
  const block = document.getElementById(blockId);
  if (!block?.textContent) throw new Error('The page came without its state');
  block.remove();
  return JSON.parse(block.textContent) as PageState;
}
