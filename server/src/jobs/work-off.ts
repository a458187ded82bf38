import pLimit from 'p-limit';
import type { Deps } from '../deps.ts';

const mostSideBySide = 4;

interface List<Piece> {
  /** A page of what is to be done, by id, above that one; an empty page is the end. */
  listAfter: (id: number) => Promise<Piece[]>;
  idOf: (piece: Piece) => number;
  settle: (piece: Piece) => Promise<unknown>;
  /** What is logged of a piece that fails; it is left to the next run, and the others are done. */
  onFailure: string;
}

/** Works off a list page by page up to the last, a few pieces side by side. */
export async function workOff<Piece>(deps: Deps, list: List<Piece>): Promise<void> {
  const limit = pLimit(mostSideBySide);
  let after = 0;
  for (;;) {
    const page = await list.listAfter(after);
    const last = page.at(-1);
    if (last === undefined) return;
    after = list.idOf(last);
    const attempts = page.map((piece) =>
      limit(list.settle, piece).catch((error: unknown) =>
        deps.log.error({ err: error, id: list.idOf(piece) }, list.onFailure),
      ),
    );
    await Promise.all(attempts);
  }
}
