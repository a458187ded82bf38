import { test as base } from '@playwright/test';
import { createDatabase } from '../server/test/create-database.ts';
import { type Foyer, startFoyer } from './server.ts';

export type DatabaseKind = 'embedded' | 'postgres';

/** A test in a browser that stands before a Foyer of its worker's own: `foyer` is the server, `/` its home page. */
export const test = base.extend<{ showLogOnFailure: void }, { database: DatabaseKind; foyer: Foyer }>({
  database: ['embedded', { option: true, scope: 'worker' }],

  foyer: [
    async ({ database }, use) => {
      const made = database === 'postgres' ? await createDatabase(getAdminUrl()) : undefined;
      const foyer = await startFoyer(made ? { databaseUrl: made.url } : {});
      await use(foyer);
      await foyer.stop();
      await made?.drop();
    },
    { scope: 'worker', timeout: 150_000 },
  ],

  baseURL: async ({ foyer }, use) => use(foyer.url),

  showLogOnFailure: [
    async ({ foyer }, use, testInfo) => {
      const before = foyer.readLog().length;
      await use();
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('server log', {
          body: foyer.readLog().slice(before),
          contentType: 'text/plain',
        });
      }
    },
    { auto: true },
  ],
});

function getAdminUrl() {
  const url = process.env.FOYER_E2E_POSTGRES;
  if (!url) throw new Error('The stories on PostgreSQL need the server that global-setup.ts starts.');
  return url;
}
