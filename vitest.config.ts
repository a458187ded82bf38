import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const longest = [
  'malformed-requests',
  'histories',
  'data-folder',
  'two-processes',
  'crashes',
  'lost-jobs',
  'mail-faults',
  'backup',
  'admin-command',
  'access',
  'auth.limits',
  'outages',
  'refusals',
  'tables',
  'users.look-ups',
  'mail-abuse',
  'kept-pictures',
  'partial-refunds',
  'verification',
  'embedded',
  'disputes',
  'uploads-files',
  'mail-ticket',
];

/** In milliseconds. Most tests take a fraction of this time, but other work may make a machine several times slower. */
const patience = 60_000;

function findPlace({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return place === -1 ? longest.length : place;
}

/** Starts the longest files first, so that no core is idle while the last long file runs. */
class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((one, other) => findPlace(one) - findPlace(other)));
  }
}

export default defineConfig({
  test: {
    // One more than the two cores of a small machine, because tests also wait for jobs and processes.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,web,scripts}/**/*.test.{ts,tsx,mjs}', '{server,demo}/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'server/src/features/**'],
          isolate: false,
          testTimeout: patience,
          hookTimeout: patience,
        },
      },
      {
        test: {
          name: 'api',
          include: ['server/src/features/**/*.test.ts', '{server,payment-sandbox,demo}/test/**/*.test.ts'],
          globalSetup: 'server/test/global-setup.ts',
          setupFiles: 'server/test/faults/quick-retries.ts',
          // Test files in one worker share loaded modules, because loading them again for each file takes long. This is
          // safe: modules keep no state except caches and short locks.
          isolate: false,
          // Node runs these files as it runs the server. Without Vite's module runner, which reads every import through
          // an object, they need a seventh less processor time.
          experimental: { viteModuleRunner: false },
          testTimeout: patience,
          hookTimeout: patience,
          // Tests wait for the effects of background jobs, which take a while on a busy machine.
          expect: { poll: { timeout: patience / 2 } },
        },
      },
    ],
  },
});
