import { sql } from 'kysely';
import pg from 'pg';

const mark = '/* hot */';

/**
 * Marks a frequent statement: with `modifyFront(hot)`, each database connection prepares the statement only once.
 * Parsing and planning are most of the work of a small read. Pass varying values as parameters, because a statement
 * with different text is prepared separately.
 */
export const hot = sql.raw(mark);

export function isHot(text: string): boolean {
  return text.includes(mark);
}

/**
 * Each database connection prepares at most this many statements, because each prepared statement takes memory until
 * the connection closes.
 */
const maxNamed = 100;

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
    if (known || !isHot(text) || this.#names.size >= maxNamed) return known;
    const name = `hot_${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}
