import { sql } from 'kysely';
import pg from 'pg';

const mark = '/* hot */';

/**
 * Marks a frequent statement: with `modifyFront(hot)`, each connection prepares the statement only once. That is faster
 * for a small read, because parsing and planning are most of its work. Values that vary must be parameters, because a
 * statement with another text is prepared separately.
 */
export const hot = sql.raw(mark);

export function isHot(text: string): boolean {
  return text.includes(mark);
}

/** The most prepared statements per connection, because each takes memory until the connection closes. */
const maxNamed = 100;

/** A client that prepares each hot statement once, under a name, and then runs it by that name. */
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
