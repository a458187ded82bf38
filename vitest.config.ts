import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // For the two cores that a small machine has: many tests wait for jobs and processes more than they compute.
    maxWorkers: 3,
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,web,scripts}/**/*.test.{ts,tsx,mjs}', 'server/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'server/src/features/**'],
          isolate: false,
        },
      },
      {
        test: {
          name: 'api',
          include: ['server/src/features/**/*.test.ts', 'server/test/**/*.test.ts'],
          globalSetup: 'server/test/global-setup.ts',
          testTimeout: 30_000,
          hookTimeout: 30_000,
          // What a job does is awaited by looking again; on a busy machine that takes a while.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
