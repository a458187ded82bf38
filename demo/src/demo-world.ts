import type { Tx } from '@foyer/server/db/connect.ts';
import { demoPassword } from '@foyer/server/demo-passwords.ts';
import type { Deps } from '@foyer/server/deps.ts';
import { sql } from 'kysely';
import { fillDatabase, type Sandbox } from './filling/fill-database.ts';
import { finishRefunds } from './filling/afterwards.ts';
import { storePictures } from './posters/store-pictures.ts';
import { demoUsers } from './world/world-people.ts';

export const demoLogins = [
  `admin / ${demoPassword}         runs the whole site`,
  `teamadmin / ${demoPassword}     runs a team`,
  `eventmanager / ${demoPassword}  makes its events`,
  `attendee / ${demoPassword}      goes to them`,
];

/** The number of a PostgreSQL advisory lock. Foyer uses this number for no other lock. */
const demoLock = 4_020_261_121;

/**
 * Creates the demo world when nobody has signed up yet. Without the payment sandbox, the demo world has no paid
 * orders.
 * @param drawPictures draws and stores all pictures
 * @returns whether this database contains a demo world
 */
export async function makeDemoWorld(
  deps: Deps,
  sandbox: Sandbox | undefined,
  drawPictures = storePictures,
): Promise<boolean> {
  if ((await findAnyUser(deps.db)) === undefined) {
    const passwordHash = await deps.passwords.hash(demoPassword, null);
    const pictures = drawPictures(deps.storage);
    const filling = deps.db.transaction().execute(async (tx) => {
      // The transaction waits for the pictures, which takes a slow machine longer than a transaction may be idle.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
      // Two processes may start on the same empty database. With this lock, only one process creates the demo world.
      await sql`select pg_advisory_xact_lock(${demoLock})`.execute(tx);
      if (await findAnyUser(tx)) return [];
      return fillDatabase(deps, tx, { passwordHash, pictures, sandbox });
    });
    const [refunded] = await Promise.all([filling, pictures]);
    await finishRefunds(deps, refunded);
  }
  const admin = demoUsers.find((user) => user.isSiteAdmin);
  const found = await deps.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', admin?.email ?? '')
    .executeTakeFirst();
  return found !== undefined;
}

function findAnyUser(db: Deps['db'] | Tx) {
  return db.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirst();
}
