import { sql, type CompiledQuery, type Kysely } from 'kysely';
import pg from 'pg';
import type { Tables } from './tables.ts';

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

type Database = Kysely<Tables>;

/** Stands for a value of a statement while the statement is built. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * Makes a hot statement that is built once, because building takes longer than sending it. `build` gets placeholders
 * instead of values, so it may only pass them on as parameters.
 */
export function prepare<Values extends object, Row>(
  build: (db: Database, values: Values) => { compile(): CompiledQuery<Row> },
): (db: Database, values: Values) => Promise<Row[]> {
  const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) }) as Values;
  let built: CompiledQuery<Row> | undefined;
  return async (db, values) => {
    if (!built) {
      const compiled = build(db, placeholders).compile();
      built = { ...compiled, sql: `${mark} ${compiled.sql}` };
    }
    const parameters = built.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name as keyof Values] : value,
    );
    return (await db.executeQuery<Row>({ ...built, parameters })).rows;
  };
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
