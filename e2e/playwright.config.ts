import { defineConfig, devices } from '@playwright/test';
import { locateChromium } from './browser.ts';
import type { DatabaseKind } from './foyer-test.ts';

const chromium = await locateChromium();

/** The files with `test.use({ settings })`. */
const filesWithSettings = /\/(two-factor-duty|first-view)\.spec\.ts$/;

// Drawing animations takes a tenth of the stories' processor time, so only the main job on the embedded database shows
// them.
const postgres = { database: 'postgres', contextOptions: { reducedMotion: 'reduce' } } as const;

export default defineConfig<object, { database: DatabaseKind }>({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  // A test spends about half of its time waiting, so three workers keep two cores busy.
  workers: 3,
  // Most stories take seconds, but other work may make a machine several times slower.
  timeout: 240_000,
  expect: { timeout: 15_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...chromium,
      args: [
        '--no-sandbox',
        '--headless=shell',
        '--disable-gpu',
        // With one process for all pages of a context, a page finds the scripts that earlier pages have compiled.
        '--process-per-site',
        // A page in a story lives for seconds. Optimising its scripts takes longer than the faster code saves.
        '--js-flags=--no-maglev --no-turbofan',
      ],
    },
  },
  projects: [
    // The embedded database takes several times as long as PostgreSQL and shows the same pages, so only the main job
    // runs on it. The sale is also tested there over the API, in server/test/database/embedded.test.ts.
    {
      name: 'embedded',
      testMatch: /main-job\.spec\.ts/,
      workers: 1,
      use: { database: 'embedded' },
    },
    // Each file with settings needs a worker and a server of its own. These files start first, because at the end of the
    // run they would leave a core idle.
    { name: 'settings', testMatch: filesWithSettings, use: postgres },
    { name: 'postgres', testIgnore: filesWithSettings, use: postgres },
  ],
});
