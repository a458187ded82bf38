import { defineConfig, devices } from '@playwright/test';
import { findChromium } from './browser.ts';
import type { DatabaseKind } from './foyer-test.ts';

const chromium = await findChromium();

export default defineConfig<object, { database: DatabaseKind }>({
  testDir: '.',
  outputDir: '../test-results',
  globalSetup: './global-setup.ts',
  fullyParallel: false,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    screenshot: 'only-on-failure',
    launchOptions: { ...chromium, args: ['--no-sandbox', '--headless=shell'] },
  },
  projects: [
    { name: 'embedded', use: { database: 'embedded' } },
    // What a page looks like does not depend on the database; what it does might.
    {
      name: 'postgres',
      testIgnore:
        /(?:admin(?:-[a-z]+)?|attendees|check-in|dashboard|every-page|events|event-form|event-page|registrations|shell|sign-in|profile)\.spec\.ts/,
      use: { database: 'postgres' },
    },
  ],
});
