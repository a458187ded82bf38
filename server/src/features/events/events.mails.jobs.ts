import type { Deps } from '../../deps.ts';
import { job } from '../../jobs/jobs.ts';
import { describeSite } from '../../mail/compose.ts';
import { sendOnce } from '../../mail/send-once.ts';
import { findUser } from '../users/users.queries.ts';
import { renderNewsMail } from './events.emails.ts';
import { findAttendeeNews, lockDueNews, type AttendeeNews } from './events.news.queries.ts';
import { settleNews } from './events.news.service.ts';
import { findNews } from './events.rules.ts';

const dayInSeconds = 24 * 3600;

/** Tells one attendee how an event differs from what they were last told. */
export const tellAttendeeJob = job<{ registrationId: number }>({
  name: 'events.tell-attendee',
  retryForSeconds: dayInSeconds,
  async run(deps, { registrationId }) {
    const news = await findAttendeeNews(deps.db, registrationId);
    if (!news) return;
    // Set aside since: it is told when the event is published again.
    if (news.event_status === 'draft') return putBack(deps, registrationId);
    const kind = findKind(news, deps.clock.now());
    if (kind) {
      await sendOnce(deps, `event-news:${registrationId}:${news.sequence}`, () =>
        renderNewsMail(kind, news, describeSite(deps)),
      );
    }
    await settleNews(deps.db, news);
  },
});

/** An event that is not there any more, as its attendees knew it. */
interface RemovedEvent {
  id: number;
  title: string;
  startTime: string;
  endTime: string;
  location: string | null;
}

interface Removal {
  registrationId: number;
  userId: number;
  sequence: number;
  ticketPricePence: number | null;
  event: RemovedEvent;
}

/** Tells somebody who had a place at an event that was deleted; all that is left of it is in the job. */
export const tellOfRemovalJob = job<Removal>({
  name: 'events.tell-of-removal',
  retryForSeconds: dayInSeconds,
  async run(deps, { registrationId, userId, sequence, ticketPricePence, event }) {
    const user = await findUser(deps.db, userId);
    if (!user) return;
    const [start_time, end_time] = [new Date(event.startTime), new Date(event.endTime)];
    const news = {
      username: user.username,
      email: user.email,
      ticket_price_pence: ticketPricePence,
      event_id: event.id,
      event_title: event.title,
      calendar_sequence: sequence,
      start_time,
      end_time,
      location: event.location,
      told_start_time: start_time,
      told_end_time: end_time,
      told_location: event.location,
    };
    await sendOnce(deps, `event-news:${registrationId}:${sequence}`, () =>
      renderNewsMail('cancelled', news, describeSite(deps)),
    );
  },
});

/** Makes a job for everybody who is to be told; page by page, so that it goes on wherever it was interrupted. */
export const spreadNewsJob = job({
  name: 'events.spread-news',
  retryForSeconds: 0,
  everySeconds: 15,
  async run(deps) {
    while ((await spreadPage(deps)) > 0);
  },
});

function spreadPage(deps: Deps): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const ids = (await lockDueNews(tx, deps.clock.now())).map((row) => row.registration_id);
    if (ids.length === 0) return 0;
    await tx.updateTable('attendee_news').set({ due_at: null }).where('registration_id', 'in', ids).execute();
    const data = ids.map((registrationId) => ({ registrationId }));
    await deps.jobs.enqueueAll(tx, tellAttendeeJob, data);
    return ids.length;
  });
}

async function putBack({ db, clock }: Deps, registrationId: number): Promise<void> {
  await db
    .updateTable('attendee_news')
    .set({ due_at: clock.now() })
    .where('registration_id', '=', registrationId)
    .where('due_at', 'is', null)
    .execute();
}

/** Those who gave their place up need no news, but a cancellation may itself have ended it. */
function findKind(news: AttendeeNews, now: Date) {
  const { event_status, registration_status, told_start_time, told_end_time, told_location } = news;
  const told = { start_time: told_start_time, end_time: told_end_time, location: told_location };
  const kind = findNews(
    { ...told, isCancelled: news.told_cancelled },
    { ...news, isCancelled: event_status === 'cancelled' },
  );
  if (kind !== 'cancelled' && (registration_status !== 'registered' || news.end_time <= now)) return null;
  return kind;
}
