import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectPostgres, type Connection } from '../../src/db/connect.ts';
import { prepare, prepareShapes } from '../../src/db/hot.ts';
import type { TestDatabase } from './create-database.ts';
import { createTestDatabase } from './database.ts';

let database: TestDatabase;
let connection: Connection;

beforeAll(async () => {
  database = await createTestDatabase();
  connection = connectPostgres({ databaseUrl: database.url, pool: 1 });
  await sql`create table notes (id integer, text text, at timestamptz)`.execute(connection.db);
  await sql`insert into notes select n, 'note ' || n, '2031-11-20T18:30:00.123456Z' from generate_series(1, 100) n`.execute(
    connection.db,
  );
});

afterAll(async () => {
  await connection.close();
  await database.drop();
});

interface Note {
  id: number;
  text: string | null;
  at: Date;
}

const findNote = prepare((db, { id }: { id: number }) =>
  db
    .selectFrom(sql<Note>`(select * from notes)`.as('notes'))
    .selectAll()
    .where(sql<boolean>`id = ${id}`),
);

const divide = prepare((db, { by }: { by: number }) =>
  db.selectNoFrom(sql<number>`100 / ${by}::integer`.as('result')),
);

const notesIn = (order: 'asc' | 'desc') => ({ order });

const listNotes = prepareShapes((db, _values: object, { order }: { order: 'asc' | 'desc' }) =>
  db
    .selectFrom(sql<Note>`(select * from notes)`.as('notes'))
    .select('id')
    .orderBy('id', order)
    .limit(2),
);

async function countPrepared() {
  const { rows } = await sql<{ text: string }>`
    select statement as text from pg_prepared_statements where name like 'read%'`.execute(connection.db);
  return rows.length;
}

describe('reads of the same moment', () => {
  it('share one connection, and each gets its own rows', async () => {
    const ids = Array.from({ length: 50 }, (_, n) => n + 1);
    const found = await Promise.all(ids.map((id) => findNote(connection.db, { id })));
    expect(found.map(([note]) => note?.text)).toEqual(ids.map((id) => `note ${id}`));
    expect(found[0]?.[0]?.at).toEqual(new Date('2031-11-20T18:30:00.123Z'));
    expect(await countPrepared()).toBe(1);
  });

  it('fail alone', async () => {
    const divisors = [1, 2, 0, 4, 5, 0, 10, 20, 25, 0, 50, 100];
    const results = await Promise.allSettled(divisors.map((by) => divide(connection.db, { by })));
    expect(results.map((one) => (one.status === 'fulfilled' ? one.value[0]?.result : 'failed'))).toEqual(
      divisors.map((by) => (by === 0 ? 'failed' : 100 / by)),
    );
    expect(await divide(connection.db, { by: 3 })).toEqual([{ result: 33 }]);
  });

  it('wait for a connection, and count as waiting', async () => {
    const busy = Promise.withResolvers<void>();
    const isOpen = Promise.withResolvers<void>();
    const other = connection.db.transaction().execute(async (tx) => {
      await sql`select 1`.execute(tx);
      isOpen.resolve();
      await busy.promise;
    });
    await isOpen.promise;
    const reads = Array.from({ length: 20 }, () => findNote(connection.db, { id: 1 }));
    expect(connection.load.waiting()).toBe(20);
    busy.resolve();
    await other;
    expect(await Promise.all(reads)).toHaveLength(20);
    expect(connection.load.waiting()).toBe(0);
  });

  it('fail when the connection is lost, and the next ones get a new connection', async () => {
    const kill = prepare((db) => db.selectNoFrom(sql`pg_terminate_backend(pg_backend_pid())`.as('gone')));
    const reads = [kill(connection.db, {}), findNote(connection.db, { id: 1 })];
    for (const { status } of await Promise.allSettled(reads)) expect(status).toBe('rejected');
    expect(await findNote(connection.db, { id: 2 })).toMatchObject([{ text: 'note 2' }]);
  });
});

describe('a prepared write', () => {
  it('passes by the shared connections, so that the memory of answers is told', async () => {
    const rename = prepare((db, { name }: { name: string }) =>
      db.updateTable('categories').set({ name }).where('id', '=', 1),
    );
    const changes: string[] = [];
    const stop = connection.changes.listen((change) => changes.push(change));
    await rename(connection.db, { name: 'Another name' });
    stop();
    expect(changes).toEqual(['content']);
  });
});

describe('a read', () => {
  it('sees in a transaction what the transaction has written', async () => {
    await connection.db.transaction().execute(async (tx) => {
      await sql`insert into notes values (1000, 'new', now())`.execute(tx);
      expect(await findNote(tx, { id: 1000 })).toHaveLength(1);
    });
  });

  it('is prepared once for each shape', async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await listNotes(connection.db, notesIn('asc'), {})).toEqual([{ id: 1 }, { id: 2 }]);
      expect(await listNotes(connection.db, notesIn('desc'), {})).toEqual([{ id: 1000 }, { id: 100 }]);
    }
  });

  it('is prepared although callers have asked for lists in many shapes', async () => {
    const own = connectPostgres({ databaseUrl: database.url, pool: 1 });
    const lists = [1, 2, 3].map((n) =>
      prepareShapes((db, _values: object, { limit }: { limit: number }) =>
        db.selectNoFrom(sql.lit(n).as('list')).limit(sql.lit(limit)),
      ),
    );
    for (const list of lists)
      for (let limit = 1; limit <= 60; limit += 1) expect(await list(own.db, { limit }, {})).toHaveLength(1);
    await findNote(own.db, { id: 1 });
    const { rows } = await sql`
      select from pg_prepared_statements where name like 'read%' and statement like '%notes%'`.execute(
      own.db,
    );
    await own.close();
    expect(rows).toHaveLength(1);
  });

  it('is prepared again after the columns of its table have changed', async () => {
    expect(await findNote(connection.db, { id: 3 })).toHaveLength(1);
    await sql`alter table notes add column more integer`.execute(connection.db);
    await findNote(connection.db, { id: 3 }).catch(() => {});
    expect(await findNote(connection.db, { id: 3 })).toMatchObject([{ id: 3, more: null }]);
  });

  it('refuses a value that it cannot write', async () => {
    await expect(findNote(connection.db, { id: {} as number })).rejects.toThrow('takes no such value');
  });
});
