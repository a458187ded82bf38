import pLimit from 'p-limit';
import type { Deps } from '../deps.ts';

const maxSideBySide = 4;

interface Work<Item> {
  /** Returns the items in the order of their ids, starting after `id`. An empty page ends the list. */
  listAfter: (id: number) => Promise<Item[]>;
  idOf: (item: Item) => number;
  process: (item: Item) => Promise<unknown>;
  /** The log message for an item whose processing failed. Processing continues with the next item. */
  onFailure: string;
}

/** Processes a list page by page to its end, a few items at the same time. */
export async function processPages<Item>(deps: Deps, work: Work<Item>): Promise<void> {
  const limit = pLimit(maxSideBySide);
  let after = 0;
  for (;;) {
    const page = await work.listAfter(after);
    const last = page.at(-1);
    if (last === undefined) return;
    after = work.idOf(last);
    const attempts = page.map((item) =>
      limit(work.process, item).catch((error: unknown) =>
        deps.log.error({ err: error, id: work.idOf(item) }, work.onFailure),
      ),
    );
    await Promise.all(attempts);
  }
}
