import { join } from 'node:path';
import { buildWebIfStale } from './bootstrap/build-web.mjs';
import { giveUp } from './bootstrap/give-up.mjs';
import { runToTheEnd } from './bootstrap/run.mjs';
import { setUp } from './bootstrap/setup.mjs';

const [name = '', ...options] = process.argv.slice(2);
if (!['plans', 'api', 'seats', 'faults', 'overload', 'web'].includes(name))
  giveUp(
    'There are six benchmarks: npm run bench:plans, bench:api, bench:seats, bench:faults, bench:overload, bench:web.',
  );
const node = await setUp();
if (name !== 'plans') await buildWebIfStale();
process.exitCode = await runToTheEnd([{ program: node, args: [join('bench', `${name}.ts`), ...options] }]);
