import Fastify from 'fastify';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { connectPostgres } from '../../src/db/connect.ts';
import { answerErrors } from '../../src/http/errors.ts';
import { createTestDatabase } from '../database/database.ts';

describe('a request', () => {
  it('gets 503 with Retry-After when a deadlock ends its transaction', async () => {
    const database = await createTestDatabase();
    const connection = connectPostgres({ databaseUrl: database.url, pool: 2 });
    const { db } = connection;
    const { promise: bothHoldOne, resolve: goOn } = Promise.withResolvers<void>();
    let holders = 0;
    const app = Fastify();
    answerErrors(app);
    app.get<{ Params: { first: string; second: string } }>('/:first/:second', async ({ params }) => {
      await db.transaction().execute(async (tx) => {
        await sql`select pg_advisory_xact_lock(${Number(params.first)})`.execute(tx);
        holders += 1;
        if (holders === 2) goOn();
        await bothHoldOne;
        await sql`select pg_advisory_xact_lock(${Number(params.second)})`.execute(tx);
      });
      return 'done';
    });
    const answers = await Promise.all(['/1/2', '/2/1'].map((url) => app.inject({ method: 'GET', url })));
    await app.close();
    await connection.close();
    await database.drop();
    const lost = answers.find((answer) => answer.statusCode !== 200);
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
    expect(lost?.statusCode).toBe(503);
    expect(lost?.json()).toMatchObject({ status: 'error', code: 'unavailable' });
    expect(Number(lost?.headers['retry-after'])).toBeGreaterThan(0);
  });
});
