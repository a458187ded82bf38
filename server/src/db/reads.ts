import pg, { type Connection, type Pool, type Submittable } from 'pg';

type Row = Record<string, unknown>;

/** Runs a statement that only reads, and prepares it once on each database connection. */
export type Read = (text: string, values: readonly unknown[]) => Promise<Row[]>;

interface Waiting {
  text: string;
  values: Value[];
  resolve(rows: Row[]): void;
  reject(error: unknown): void;
  /** Ends the wait for a database connection. */
  granted(): void;
}

/**
 * At most this many statements share a connection at the same time. The database runs them one after the other, so with
 * more a quick statement could wait long for the slow ones before it.
 */
const usuallyTogether = 4;

/**
 * Sends reads of the same moment together over one connection of the pool, because most of the work for a small read is
 * its way to the database and back. `startWait` is called for each read, and what it returns when the wait is over.
 */
export function shareConnections(
  pool: Pool,
  startWait: () => () => void,
  { mostTogether = usuallyTogether } = {},
): Read {
  let queue: Waiting[] = [];
  let isPlanned = false;
  let asked = 0;

  function askForConnections(): void {
    isPlanned = false;
    while (asked * mostTogether < queue.length) {
      asked += 1;
      pool.connect((error, client, release) => {
        asked -= 1;
        const reads = queue.slice(0, mostTogether);
        queue = queue.slice(mostTogether);
        for (const read of reads) read.granted();
        if (!client) for (const read of reads) read.reject(error);
        else if (reads.length === 0) release();
        else client.query(new Batch(reads, findStatements(client), finish(release)));
      });
    }
  }

  function plan(): void {
    if (isPlanned) return;
    isPlanned = true;
    // The other requests that have arrived meanwhile are read before this runs.
    setImmediate(askForConnections);
  }

  const finish = (release: (isLost: boolean) => void) => (isLost: boolean, unanswered: Waiting[]) => {
    release(isLost);
    if (unanswered.length === 0) return;
    for (const read of unanswered) read.granted = startWait();
    queue = [...unanswered, ...queue];
    plan();
  };

  return (text, values) =>
    new Promise((resolve, reject) => {
      queue.push({ text, values: values.map(writeValue), resolve, reject, granted: startWait() });
      plan();
    });
}

interface Column {
  name: string;
  parse: (text: string) => unknown;
}

/** A statement that a connection has prepared, with the columns of its rows. */
interface Prepared {
  name: string;
  columns: Column[];
  emptyRow: Row;
}

/** The statements of one connection by their texts. A name stays, so that a failed statement is prepared again with it. */
interface Statements {
  prepared: Map<string, Prepared>;
  names: Map<string, string>;
}

const statementsOf = new WeakMap<object, Statements>();

function findStatements(client: object): Statements {
  const statements = statementsOf.get(client) ?? { prepared: new Map(), names: new Map() };
  statementsOf.set(client, statements);
  return statements;
}

/** Further statements are not kept, because each one takes memory of the database until the connection closes. */
const mostKept = 100;

function findName({ names }: Statements, text: string): string {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= mostKept) return '';
  const name = `read_${names.size}`;
  names.set(text, name);
  return name;
}

interface FieldDescription {
  name: string;
  dataTypeID: Parameters<typeof pg.types.getTypeParser>[0];
}

/** The types of pg leave out that the connection takes these messages without a second argument. */
type Sender = Connection &
  Record<'bind' | 'parse' | 'describe' | 'execute' | 'close', (message: object) => void>;

/**
 * Several reads as one query of pg. Unlike pg's own queries, it asks for the columns of a statement only once. When a
 * read fails, PostgreSQL skips the reads behind it, so they are returned as unanswered.
 */
class Batch implements Submittable {
  readonly #reads: Waiting[];
  readonly #statements: Statements;
  readonly #finish: (isLost: boolean, unanswered: Waiting[]) => void;
  readonly #used: Prepared[] = [];
  #current = 0;
  #rows: Row[] = [];

  constructor(
    reads: Waiting[],
    statements: Statements,
    finish: (isLost: boolean, unanswered: Waiting[]) => void,
  ) {
    this.#reads = reads;
    this.#statements = statements;
    this.#finish = finish;
  }

  submit(connection: Connection): void {
    const sender = connection as Sender;
    sender.stream.cork();
    for (const { text, values } of this.#reads) this.#send(sender, text, values);
    sender.sync();
    sender.stream.uncork();
  }

  #send(sender: Sender, text: string, values: Value[]): void {
    const prepared = this.#statements.prepared.get(text);
    const statement = prepared ?? { name: findName(this.#statements, text), columns: [], emptyRow: {} };
    this.#used.push(statement);
    if (!prepared) {
      // After a failure, nobody knows whether the connection has a statement of this name.
      sender.close({ type: 'S', name: statement.name });
      sender.parse({ name: statement.name, text });
    }
    sender.bind({ statement: statement.name, values });
    if (!prepared) sender.describe({ type: 'P', name: '' });
    sender.execute({});
  }

  handleRowDescription({ fields }: { fields: FieldDescription[] }): void {
    const statement = this.#used[this.#current];
    if (!statement) return;
    statement.columns = fields.map(({ name, dataTypeID }) => ({
      name,
      parse: pg.types.getTypeParser(dataTypeID, 'text') as Column['parse'],
    }));
    statement.emptyRow = Object.fromEntries(fields.map(({ name }) => [name, null]));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    const { columns = [], emptyRow } = this.#used[this.#current] ?? {};
    const row = { ...emptyRow };
    let index = 0;
    for (const { name, parse } of columns) {
      const value = fields[index++] ?? null;
      if (value !== null) row[name] = parse(value);
    }
    this.#rows.push(row);
  }

  handleCommandComplete(): void {
    const read = this.#reads[this.#current];
    const statement = this.#used[this.#current];
    if (read && statement?.name) this.#statements.prepared.set(read.text, statement);
    read?.resolve(this.#rows);
    this.#current += 1;
    this.#rows = [];
  }

  handleReadyForQuery(): void {
    this.#finish(false, []);
  }

  handleError(error: unknown): void {
    const [failed, ...behind] = this.#reads.slice(this.#current);
    if (failed) this.#statements.prepared.delete(failed.text);
    failed?.reject(error);
    const isLost = !(error instanceof pg.DatabaseError) || error.severity === 'FATAL';
    if (isLost) for (const read of behind) read.reject(error);
    this.#finish(isLost, isLost ? [] : behind);
  }
}

type Value = string | Buffer | null;

/** Writes a value of a statement as PostgreSQL reads it. */
function writeValue(value: unknown): Value {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
    case 'boolean':
      return String(value);
    default:
      if (value === null || value === undefined || Buffer.isBuffer(value)) return value ?? null;
      if (value instanceof Date) return value.toISOString();
      throw new TypeError('A prepared read takes no such value');
  }
}
