import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { createDatabase } from '../server/test/database/create-database.ts';
import { type Foyer, startFoyer } from './server.ts';
import { closePages } from './shared-contexts.ts';

export type DatabaseKind = 'embedded' | 'postgres';

/** Lets a server make its own embedded database with the demo world, as the first `npm start` does. */
const fromNothing = { options: {}, remove: async () => {} };

/** Defines a browser test. Each worker starts its own server, `foyer`. Pages open paths such as `/` on this server. */
export const test = base.extend<
  { showLogOnFailure: void; closeBrowsers: void },
  { database: DatabaseKind; settings: Record<string, string>; foyer: Foyer }
>({
  database: ['postgres', { option: true, scope: 'worker' }],

  /** Settings of the server, which apply to all stories of a file. Add the file to e2e/playwright.config.ts. */
  settings: [{}, { option: true, scope: 'worker' }],

  foyer: [
    async ({ database, settings }, use) => {
      const { options, remove } = database === 'postgres' ? await copyDemoWorld() : fromNothing;
      const foyer = await startFoyer({ ...options, env: settings });
      await use(foyer);
      await foyer.stop();
      await remove();
    },
    { scope: 'worker', timeout: 320_000 },
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

  // Playwright leaves the pages of a test open, and they would slow down later tests.
  closeBrowsers: [
    async ({ browser }, use, testInfo) => {
      await use();
      // After a failure, leave the pages open, because Playwright takes screenshots of the pages. Playwright
      // then ends the worker and so closes the pages.
      if (testInfo.status !== testInfo.expectedStatus) return;
      await closePages(browser);
    },
    { auto: true },
  ],
});

async function copyDemoWorld() {
  const database = await createDatabase(
    getPrepared('FOYER_E2E_POSTGRES'),
    getPrepared('FOYER_E2E_DEMO_DATABASE'),
  );
  const dataDir = await mkdtemp(join(tmpdir(), 'foyer-e2e-'));
  await cp(getPrepared('FOYER_E2E_DEMO_DATA'), dataDir, { recursive: true });
  const remove = async () => {
    await database.drop();
    await rm(dataDir, { recursive: true });
  };
  return { options: { databaseUrl: database.url, dataDir }, remove };
}

function getPrepared(name: string) {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run the stories with e2e/playwright.config.ts.`);
  return value;
}
