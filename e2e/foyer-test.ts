import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { createDatabase } from '../server/test/database/create-database.ts';
import { type Foyer, startFoyer } from './server.ts';

export type DatabaseKind = 'embedded' | 'postgres';

/** A test in a browser that stands before a Foyer of its worker's own: `foyer` is the server, `/` its home page. */
export const test = base.extend<
  { showLogOnFailure: void; closeBrowsers: void },
  { database: DatabaseKind; foyer: Foyer }
>({
  database: ['embedded', { option: true, scope: 'worker' }],

  foyer: [
    async ({ database }, use) => {
      const { options, remove } = await (database === 'postgres' ? makeDatabase() : copyWorld());
      const foyer = await startFoyer(options);
      await use(foyer);
      await foyer.stop();
      await remove();
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

  // Playwright leaves the contexts of browser.newContext() open, and their pages go on working beside later stories.
  closeBrowsers: [
    async ({ browser }, use, testInfo) => {
      await use();
      // The screenshots of a failure are taken later, and its worker ends.
      if (testInfo.status !== testInfo.expectedStatus) return;
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
    { auto: true },
  ],
});

async function makeDatabase() {
  const made = await createDatabase(getPrepared('FOYER_E2E_POSTGRES'));
  return { options: { databaseUrl: made.url }, remove: () => made.drop() };
}

async function copyWorld() {
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-e2e-'));
  await cp(getPrepared('FOYER_E2E_WORLD'), dataDir, { recursive: true });
  return { options: { dataDir }, remove: () => rm(dataDir, { recursive: true }) };
}

function getPrepared(name: string) {
  const value = process.env[name];
  if (!value) throw new Error('The stories need what global-setup.ts prepares.');
  return value;
}
