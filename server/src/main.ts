import { join } from 'node:path';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { keepDataPrivate } from './data-dir.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { assertNoDemoPasswords } from './demo-passwords.ts';
import { systemClock, type Deps } from './deps.ts';
import { explain } from './explain.ts';
import { allJobs } from './features/all-jobs.ts';
import { loadWebBuild } from './features/pages/pages.routes.ts';
import { getSessionSecret } from './http/session-secret.ts';
import { startJobs } from './jobs/jobs.ts';
import { createLog } from './log.ts';
import { createMail } from './mail/mail.ts';
import { createPasswords } from './passwords.ts';
import { connectPayments, type ConnectedPayments } from './payments/connect.ts';
import { createPictureFetcher } from './storage/fetch-picture.ts';
import { assertRoomToStart, listFolders, watchDisks } from './storage/disk-space.ts';
import { openStorage } from './storage/storage.ts';
import { composeGreeting } from './greet.ts';

const drainMs = 10_000;

async function start(): Promise<void> {
  const config = readConfig(process.env);
  keepDataPrivate(config.dataDir);
  const log = createLog(config.logLevel);
  const clock = systemClock;
  const serves = config.role !== 'worker';
  const works = config.role !== 'web';
  const disk = watchDisks(listFolders(config), clock);
  await assertRoomToStart(disk);
  const connection = await openDatabase(config, { pool: config.databasePool });
  const { db, load, changes } = connection;
  await migrate(db);
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  const sessionSecret = await getSessionSecret(config);
  const payments = await connectPayments({ config, db, publicUrl, sessionSecret, clock, log });
  const jobs = await startJobs({
    database: connection.jobs,
    kind: connection.kind,
    jobs: allJobs,
    works,
    onError: (error) => log.error({ err: error }, 'the job queue reported an error'),
  });
  const deps: Deps = {
    config,
    publicUrl,
    sessionSecret,
    db,
    load,
    changes,
    jobs,
    mail: createMail(config, clock),
    payments: payments.provider,
    storage: await openStorage(config.storageUrl),
    fetchPicture: createPictureFetcher(),
    disk,
    passwords: createPasswords(),
    clock,
    log,
  };
  if (!config.devPages) await assertNoDemoPasswords(deps);
  const demoLogins = config.demo ? await openDemoWorld(deps, payments.sandbox) : [];
  const web = serves ? await loadWebBuild(join(import.meta.dirname, '../../web/dist')) : undefined;
  const app = await buildApp(deps, { web, sandboxPages: payments.sandbox?.pages });
  if (serves) await app.listen({ port: config.port, host: config.host });
  if (works) await jobs.work(deps);
  const deliveries = serves ? payments.sandbox?.startDeliveries() : undefined;
  process.stdout.write(composeGreeting({ config, publicUrl, kind: connection.kind, demoLogins }));

  stopOnSignal(async () => {
    // First refuse new requests, then finish running jobs, then close the database.
    await app.close();
    await deliveries?.stop();
    await jobs.stop();
    await connection.close();
  });
}

/** Creates the demo world if the database is empty. Returns the demo logins, or an empty list without a demo world. */
async function openDemoWorld(deps: Deps, sandbox: ConnectedPayments['sandbox']): Promise<readonly string[]> {
  const { demoLogins, makeDemoWorld } = await import('@foyer/demo/demo-world.ts');
  return (await makeDemoWorld(deps, sandbox)) ? demoLogins : [];
}

function stopOnSignal(stop: () => Promise<void>): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), drainMs).unref();
      stop().then(() => process.exit(0), giveUp);
    });
  }
}

function giveUp(error: unknown): never {
  process.stderr.write(`${explain(error)}\n`);
  process.exit(1);
}

// Without this listener, Node would print every field of the error, such as the values of a failed statement.
process.on('uncaughtException', giveUp);

start().catch(giveUp);
