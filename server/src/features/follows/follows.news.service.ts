import type { Deps } from '../../deps.ts';
import { describeSite } from '../../mail/compose.ts';
import { retryWith, type Letter } from '../../mail/letter.ts';
import { sendOnce } from '../../mail/send-once.ts';
import { renderAnnouncementMail } from './follows.emails.ts';
import { sendAnnouncementJob, spreadAnnouncementJob } from './follows.jobs.ts';
import {
  findFollower,
  listAnnouncedEvents,
  listFollowersAfter,
  listNewEvents,
  listTeamsWithNews,
} from './follows.queries.ts';

const hourMs = 3_600_000;

/** Events that a team publishes within this time come in one mail. */
const gatheringMs = hourMs;

/** An event is no news this long after it was first listed, for example if its team had no followers until then. */
const newsMs = 3 * 24 * hourMs;

/** Announces the new events of each team. Each team has a transaction of its own. */
export async function announceEvents(deps: Deps): Promise<void> {
  const times = { ...findTimes(deps), before: new Date(deps.clock.now().getTime() - gatheringMs) };
  for (const teamId of await listTeamsWithNews(deps.db, times)) await announceEventsOf(deps, teamId);
}

function findTimes({ clock }: Deps) {
  const now = clock.now();
  return { now, since: new Date(now.getTime() - newsMs) };
}

async function announceEventsOf(deps: Deps, teamId: number): Promise<void> {
  const { db, jobs, clock } = deps;
  await db.transaction().execute(async (tx) => {
    // Lock the team, so that of several processes one announces its events.
    await tx.selectFrom('teams').select('id').where('id', '=', teamId).forNoKeyUpdate().execute();
    const eventIds = await listNewEvents(tx, teamId, findTimes(deps));
    if (eventIds.length === 0) return;
    const { id } = await tx
      .insertInto('announcements')
      .values({ team_id: teamId, created_at: clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    const rows = eventIds.map((event_id) => ({ event_id, announcement_id: id }));
    await tx.insertInto('announced_events').values(rows).execute();
    await jobs.enqueue(tx, spreadAnnouncementJob, { announcementId: id, after: 0 });
  });
}

/** Enqueues the mails to one page of followers, and the job for the next page. */
export async function spreadAnnouncement(
  { db, jobs }: Deps,
  { announcementId, after }: { announcementId: number; after: number },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const ids = (await listFollowersAfter(tx, announcementId, after)).map(({ id }) => id);
    const last = ids.at(-1);
    if (last === undefined) return;
    await jobs.enqueueAll(
      tx,
      sendAnnouncementJob,
      ids.map((followerId) => ({ announcementId, followerId })),
    );
    await jobs.enqueue(tx, spreadAnnouncementJob, { announcementId, after: last });
  });
}

/** Emails the new events to one follower, without those that were cancelled or became private meanwhile. */
export async function sendAnnouncement(
  deps: Deps,
  data: { announcementId: number; followerId: number },
): Promise<void> {
  const follower = await findFollower(deps.db, data.followerId);
  const events = await listAnnouncedEvents(deps.db, data.announcementId, deps.clock.now());
  if (!follower || events.length === 0) return;
  const letter: Letter = {
    fact: `announcement:${data.announcementId}:${data.followerId}`,
    kind: 'follow',
    to: { userId: null, email: follower.email },
    // The owner of the address has confirmed that they want these mails.
    mustArrive: true,
    teamId: follower.team_id,
    retry: retryWith(sendAnnouncementJob, data),
  };
  await sendOnce(deps, letter, () => renderAnnouncementMail(follower, events, describeSite(deps)));
}
