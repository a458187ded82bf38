import { resolve } from 'node:path';
import { readConfig, type Config } from './config.ts';
import { listBrokenInvariants } from './db/invariants.ts';
import { explain } from './explain.ts';
import { makeBackup, openExisting } from './backup/backup.ts';
import { countEverything, type Counts } from './backup/manifest.ts';
import { restoreBackup } from './backup/restore.ts';
import { OperatorError } from './operator-error.ts';

const [command, folder] = process.argv.slice(2);

async function run(config: Config): Promise<void> {
  if (command === 'backup') {
    const now = new Date();
    const target = resolve(folder ?? `backups/foyer-${now.toISOString().slice(0, 19).replaceAll(':', '-')}`);
    print(`Backed up to ${target}`, await makeBackup(config, target, now));
  } else if (command === 'restore') {
    if (!folder) throw new OperatorError('Say which backup to restore: npm run restore -- backups/<folder>');
    print(`Restored ${resolve(folder)}; the data is sound`, await restoreBackup(config, resolve(folder)));
  } else {
    await checkData(config);
  }
}

async function checkData(config: Config): Promise<void> {
  const connection = await openExisting(config);
  try {
    const faults = await listBrokenInvariants(connection.db);
    if (faults.length > 0) throw new OperatorError(`The data has faults:\n${faults.join('\n')}`);
    print('The data is sound', await countEverything(connection.db));
  } finally {
    await connection.close();
  }
}

function print(done: string, { paidPence, refundedPence, ...counts }: Counts): void {
  const money = [`paid £${inPounds(paidPence)}`, `refunded £${inPounds(refundedPence)}`];
  const numbers = Object.entries(counts).map(
    ([name, count]) => `${count} ${count === 1 ? name.slice(0, -1) : name}`,
  );
  process.stdout.write(`${done}: ${[...numbers, ...money].join(', ')}.\n`);
}

function inPounds(pence: number): string {
  return (pence / 100).toFixed(2);
}

async function start(): Promise<void> {
  process.umask(0o077);
  await run(readConfig(process.env));
}

start().catch((error: unknown) => {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
});
