import { sql } from 'kysely';
import pg from 'pg';

const mark = '/* hot */';

/**
 * Marks a statement that runs all the time, with `modifyFront(hot)`: each connection parses it once, and plans it
 * once where that is as good. For a small read that is most of the work. What varies belongs into parameters.
 */
export const hot = sql.raw(mark);

export function isHot(text: string): boolean {
  return text.includes(mark);
}

/** Each takes memory of its connection for as long as that lives. */
const mostNamed = 100;

/** Runs what is marked as hot as named statements. */
export class HotClient extends pg.Client {
  readonly #names = new Map<string, string>();

  override query = ((...call: [text: unknown, values?: unknown, callback?: unknown]) => {
    const run = super.query.bind(this) as (...call: unknown[]) => unknown;
    const [text, values, callback] = call;
    const name = typeof text === 'string' && !callback ? this.#findName(text) : undefined;
    return name === undefined ? run(...call) : run({ name, text, values });
  }) as pg.Client['query'];

  #findName(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known || !isHot(text) || this.#names.size >= mostNamed) return known;
    const name = `hot_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
