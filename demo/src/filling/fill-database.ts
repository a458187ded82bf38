import type { Tx } from '@foyer/server/db/connect.ts';
import type { Deps } from '@foyer/server/deps.ts';
import { demoEvents } from '../world/world-events.ts';
import { continueStories } from './afterwards.ts';
import { checkInAttendees, insertDoorLinks } from './doors.ts';
import { insertEvent, insertRepeatsOf, setPictures, type InsertedEvent } from './events.ts';
import { insertFollowers, insertMails } from './mails.ts';
import { sellOrders, type SoldOrder } from './orders.ts';
import { dateOrders, insertPayments, type Sandbox } from './payments.ts';
import { insertTeams, insertUsers, setTeamPictures } from './people.ts';

export type { Sandbox };

/** The web addresses of the pictures of the events and the teams, in the order of the demo world. */
export interface DemoPictures {
  posters: string[];
  emblems: string[];
}

interface Made {
  passwordHash: string;
  /** They are drawn while the database is filled. */
  pictures: Promise<DemoPictures>;
  sandbox: Sandbox | undefined;
}

/** Fills an empty database. Returns the ids of the payments whose refunds must still reach the payment sandbox. */
export async function fillDatabase(
  deps: Deps,
  tx: Tx,
  { passwordHash, pictures, sandbox }: Made,
): Promise<number[]> {
  const now = deps.clock.now();
  const users = await insertUsers(tx, passwordHash, now);
  const teams = await insertTeams(tx, users);
  const rows = await tx.selectFrom('categories').select(['id', 'name']).orderBy('id').limit(100).execute();
  const categories = new Map(rows.map(({ id, name }) => [name, id]));
  const today = { now, timeZone: deps.config.timeZone };
  const sold: SoldOrder[] = [];
  const insertedEvents: InsertedEvent[] = [];
  for (const event of demoEvents) {
    insertedEvents.push(await insertEvent(tx, event, { users, teams, categories, today }));
  }
  const repeats: InsertedEvent[] = [];
  for (const event of insertedEvents) repeats.push(...(await insertRepeatsOf(tx, event, { users, today })));
  for (const event of [...insertedEvents, ...repeats]) {
    sold.push(...(await sellOrders(tx, event, { users, now, sellsPaid: sandbox !== undefined })));
  }
  await insertPayments(tx, sold, { sandbox, publicUrl: deps.publicUrl, now });
  await dateOrders(tx, sold);
  for (const event of insertedEvents) {
    await insertDoorLinks(tx, event, users);
    await checkInAttendees(tx, event, users);
  }
  const refunded = await continueStories(deps, tx, sold, users);
  for (const event of insertedEvents) await insertMails(tx, event, { users, today });
  await insertFollowers(tx, teams, now);
  const { posters, emblems } = await pictures;
  await setPictures(tx, insertedEvents, posters);
  await setTeamPictures(tx, teams, emblems);
  return refunded;
}
