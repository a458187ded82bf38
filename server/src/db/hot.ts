import { sql, type CompiledQuery, type Kysely } from 'kysely';
import pg from 'pg';
import type { Read } from './reads.ts';
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

interface Reads {
  together: Read;
  alone: Read;
}

/** How a database sends reads. A transaction is not in this map, because its statements must not leave it. */
const readsOf = new WeakMap<Database, Reads>();

export function sendReadsWith(db: Database, reads: Reads): void {
  readsOf.set(db, reads);
}

type Run<Values, Row> = (db: Database, values: Values) => Promise<Row[]>;

/**
 * Makes a hot statement that is built once, because building takes longer than sending it. `build` gets placeholders
 * instead of values, so it may only pass them on as parameters. With `mayTakeLong`, a read never shares a connection, so
 * that no other has to wait for it.
 */
export function prepare<Values extends object, Row>(
  build: (db: Database, values: Values) => { compile(): CompiledQuery<Row> },
  { mayTakeLong = false } = {},
): Run<Values, Row> {
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
    const reads = isRead(built) ? readsOf.get(db) : undefined;
    const read = mayTakeLong ? reads?.alone : reads?.together;
    if (read) return (await read(built.sql, parameters)) as Row[];
    return (await db.executeQuery<Row>({ ...built, parameters })).rows;
  };
}

/** Writes pass through Kysely's driver, which tells the memory of public answers about them. */
function isRead({ query }: CompiledQuery): boolean {
  return query.kind === 'SelectQueryNode' && !query.with;
}

const mostShapes = 20;

/**
 * Prepares a statement that has several shapes, such as the ways to sort a list. `shape` holds all that changes the text
 * of the statement. Callers decide how many shapes there are, so only the first twenty are kept. Otherwise the shapes
 * would take the places that each connection has for all its prepared statements.
 */
export function prepareShapes<Shape, Values extends object, Row>(
  build: (db: Database, values: Values, shape: Shape) => { compile(): CompiledQuery<Row> },
): (db: Database, shape: Shape, values: Values) => Promise<Row[]> {
  const known = new Map<string, Run<Values, Row>>();
  return async (db, shape, values) => {
    const key = JSON.stringify(shape);
    const run = known.get(key);
    if (run) return run(db, values);
    if (known.size >= mostShapes) return (await db.executeQuery(build(db, values, shape).compile())).rows;
    const first = prepare<Values, Row>((placed, placeholders) => build(placed, placeholders, shape));
    known.set(key, first);
    return first(db, values);
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
