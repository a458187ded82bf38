import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { startFoyer } from '../../../e2e/server.ts';
import { connectPostgres } from '../../src/db/connect.ts';
import { createDatabase } from '../database/create-database.ts';
import { buyTicketAt, openSite } from '../operations/site.ts';

describe('a web process with test payments', () => {
  it(
    'gets the webhooks of a payment even if it cannot reach itself at PUBLIC_URL',
    { timeout: 60_000 },
    async () => {
      const database = await createDatabase(inject('postgres').adminUrl);
      onTestFinished(() => database.drop());
      const env = { FOYER_ROLE: 'web', FOYER_DEMO: 'off', PUBLIC_URL: 'http://localhost:1' };
      const foyer = await startFoyer({ databaseUrl: database.url, env });
      onTestFinished(() => foyer.stop());
      const { eventId } = await openSite(foyer.url);
      await buyTicketAt(foyer.url, eventId, 'second_buyer');

      const connection = connectPostgres({ databaseUrl: database.url, pool: 1 });
      onTestFinished(() => connection.close());
      const listTypes = async () => {
        const events = await connection.db
          .selectFrom('webhook_events')
          .select('type')
          .orderBy('id')
          .limit(20)
          .execute();
        return events.map(({ type }) => type);
      };
      await expect
        .poll(listTypes, { timeout: 10_000 })
        .toEqual(expect.arrayContaining(['checkout.session.completed', 'payment_intent.succeeded']));
    },
  );
});
