import type { CompiledQuery, DatabaseConnection, Dialect, Driver } from 'kysely';

/**
 * How a committed write changes what visitors see. A `sale` changes only how many tickets are left. `content` means
 * everything else, such as a new title or price.
 */
export type Change = 'content' | 'sale';

type Options = Parameters<DatabaseConnection['executeQuery']>[1];

type Listener = (change: Change) => void;

export interface Changes {
  /** Calls the listener after each commit of this process that changes what visitors see. Returns how to stop that. */
  listen(listener: Listener): () => void;
}

/** For a database that nothing else reads meanwhile. */
export const noChanges: Changes = { listen: () => () => {} };

/** The tables that answers to visitors are read from. Writes to all other tables change no such answer. */
const changeOf: Partial<Record<string, Change>> = {
  events: 'content',
  ticket_types: 'content',
  categories: 'content',
  teams: 'content',
  users: 'content',
  orders: 'sale',
  tickets: 'sale',
};

/** The database functions that take and give back places. They are called by statements that only look like reads. */
const saleFunction = /\b(?:sell|take_places|release_places)\s*\(/i;

/** Visitors see nothing of a new account, so sign-ups in a rush do not empty the memory. */
const write = /\b(?:insert\s+into(?!\s+"?users\b)|update|delete\s+from)\s+(?:only\s+)?"?(\w+)"?/gi;

/** Finds the strongest change of a statement. */
function readChange(text: string): Change | null {
  let found: Change | null = saleFunction.test(text) ? 'sale' : null;
  for (const [, table = ''] of text.matchAll(write)) found = findStronger(found, changeOf[table] ?? null);
  return found;
}

function findStronger(one: Change | null, other: Change | null): Change | null {
  return one === 'content' || other === null ? one : other;
}

/** What a text changes is remembered for this many texts, unless they are long: an insert of many rows is unique. */
const maxKnown = 500;
const maxTextLength = 4000;

/** What each text changes, because most statements are sent again and again. */
const known = new Map<string, Change | null>();

function findChange({ query, sql }: CompiledQuery): Change | null {
  // Most statements are reads. They need no search of their text.
  if (query.kind === 'SelectQueryNode' && !query.with) return null;
  const before = known.get(sql);
  if (before !== undefined) return before;
  const change = readChange(sql);
  if (known.size >= maxKnown) known.clear();
  if (sql.length <= maxTextLength) known.set(sql, change);
  return change;
}

/**
 * Wraps the drivers that the dialect creates, to tell of each write when it has been committed. Here no service can
 * forget to tell of its writes.
 */
export function watchChanges(dialect: Dialect): Changes {
  const listeners = new Set<Listener>();
  const tell: Listener = (change) => {
    for (const listener of listeners) listener(change);
  };
  const createDriver = dialect.createDriver.bind(dialect);
  dialect.createDriver = () => watchDriver(createDriver(), tell);
  return {
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function watchDriver(driver: Driver, tell: Listener): Driver {
  /** What the open transaction of each connection has changed so far. */
  const open = new WeakMap<DatabaseConnection, Change | null>();
  const watched = new WeakSet<DatabaseConnection>();
  const acquire = driver.acquireConnection.bind(driver);
  const begin = driver.beginTransaction.bind(driver);
  const commit = driver.commitTransaction.bind(driver);
  const release = driver.releaseConnection.bind(driver);

  function watch(connection: DatabaseConnection): void {
    watched.add(connection);
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = <R>(query: CompiledQuery, options?: Options) => {
      const change = findChange(query);
      if (!change) return execute<R>(query, options);
      const before = open.get(connection);
      // A statement whose answer was lost may have been committed too.
      if (before === undefined) return execute<R>(query, options).finally(() => tell(change));
      open.set(connection, findStronger(before, change));
      return execute<R>(query, options);
    };
  }

  driver.acquireConnection = async (options) => {
    const connection = await acquire(options);
    if (!watched.has(connection)) watch(connection);
    return connection;
  };
  driver.beginTransaction = (connection, settings) => {
    open.set(connection, null);
    return begin(connection, settings);
  };
  driver.commitTransaction = (connection) =>
    commit(connection).finally(() => {
      const change = open.get(connection);
      if (change) tell(change);
    });
  driver.releaseConnection = (connection, options) => {
    open.delete(connection);
    return release(connection, options);
  };
  return driver;
}
