// Checks that every guard in guards/list.mjs has a test that needs it: removes one guard at a time in a copy of the
// code, and runs its test, which must fail.
import { rmSync } from 'node:fs';
import { copyTree } from './guards/copy-tree.mjs';
import { judgeGuard, listFailingWithGuards } from './guards/judge.mjs';
import { guards } from './guards/list.mjs';
import { buildWebIfStale } from './bootstrap/build-web.mjs';
import { setUp } from './bootstrap/setup.mjs';

const parallelCopies = 2;

const wanted = process.argv.slice(2);
const chosen = guards.filter(({ promise }) => wanted.every((word) => promise.includes(word)));
if (chosen.length === 0) {
  console.error(
    `No promise of a guard contains "${wanted.join('" and "')}". The promises are in scripts/guards.`,
  );
  process.exit(1);
}
const node = await setUp();
await buildWebIfStale();
const copies = Array.from({ length: parallelCopies }, copyTree);
process.once('exit', () => {
  for (const copy of copies) rmSync(copy, { recursive: true, force: true });
});
process.once('SIGINT', () => process.exit(130));
process.once('SIGTERM', () => process.exit(143));

let failed = 0;
for (const title of await listFailingWithGuards(node, copies[0] ?? '', chosen)) {
  console.log(`fails with its guard in place  ${title}`);
  failed += 1;
}
const queue = chosen.values();
await Promise.all(
  copies.map(async (copy) => {
    for (const guard of queue) {
      const fault = await judgeGuard(node, copy, guard);
      if (fault) failed += 1;
      console.log(`${guard.promise}\n    ${fault ?? `caught by ${guard.test}: ${guard.title}`}`);
    }
  }),
);
console.log(`\n${chosen.length - failed} of ${chosen.length} guards are proven`);
process.exitCode = failed === 0 ? 0 : 1;
