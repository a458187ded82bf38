import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const longest = [
  'malformed-requests',
  'histories',
  'outages',
  'lost-jobs',
  'storm',
  'crashes',
  'mail-faults',
  'access',
];

function findPlace({ moduleId }: TestSpecification): number {
  const place = longest.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`));
  return place === -1 ? longest.length : place;
}

/** Starts the longest files first, so that no core is idle at the end while one long file still runs. */
class LongestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return Promise.resolve(files.toSorted((one, other) => findPlace(one) - findPlace(other)));
  }
}

export default defineConfig({
  test: {
    // For the two cores that a small machine has: many tests wait for jobs and processes more than they compute.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    reporters: ['default'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{contract,web,scripts}/**/*.test.{ts,tsx,mjs}', '{server,demo}/src/**/*.test.ts'],
          exclude: ['**/node_modules/**', 'server/src/features/**'],
          isolate: false,
        },
      },
      {
        test: {
          name: 'api',
          include: ['server/src/features/**/*.test.ts', '{server,payment-sandbox,demo}/test/**/*.test.ts'],
          globalSetup: 'server/test/global-setup.ts',
          // Each process loads the modules once: what they keep is given back (upload slots) or only remembered (fonts).
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 30_000,
          // What a job does is awaited by looking again; on a busy machine that takes a while.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
