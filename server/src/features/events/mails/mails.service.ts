import type { Deps } from '../../../deps.ts';
import { describeSite } from '../../../mail/compose.ts';
import { retryWith, type Letter } from '../../../mail/letter.ts';
import { sendOnce } from '../../../mail/send-once.ts';
import { findUser } from '../../users/users.queries.ts';
import { renderNewsMail, type NewsKind } from './events.emails.ts';
import { tellAttendeeJob, tellOfRemovalJob, type Removal } from './mails.jobs.ts';
import { findAttendeeNews, type AttendeeNews } from './news.queries.ts';
import { recordNewsTold, rescheduleNews, takeDueNews } from './news.service.ts';
import { findNews } from '../events.rules.ts';

/**
 * Enqueues one job for each due email to an attendee of a changed event. One transaction marks a page of emails as
 * taken and enqueues their jobs, so that an interrupted run loses no email.
 */
export async function enqueueEventNews(deps: Deps): Promise<void> {
  while ((await enqueuePage(deps)) > 0);
}

function enqueuePage(deps: Deps): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const registrationIds = await takeDueNews(tx, deps.clock.now());
    const data = registrationIds.map((registrationId) => ({ registrationId }));
    if (data.length > 0) await deps.jobs.enqueueAll(tx, tellAttendeeJob, data);
    return data.length;
  });
}

/** Emails one attendee about all changes of the event since the attendee's last email. */
export async function sendEventNews(deps: Deps, registrationId: number): Promise<void> {
  const news = await findAttendeeNews(deps.db, registrationId);
  if (!news) return;
  // Attendees cannot see a draft. Keep the email until the event is published again.
  if (news.event_status === 'draft') return rescheduleNews(deps.db, registrationId, deps.clock.now());
  const kind = findMailKind(news, deps.clock.now());
  if (kind) {
    const letter: Letter = {
      fact: `event-news:${registrationId}:${news.sequence}`,
      ...addressNews(kind, news),
      retry: retryWith(tellAttendeeJob, { registrationId }),
    };
    const outcome = await sendOnce(deps, letter, () => renderNewsMail(kind, news, describeSite(deps)));
    // An email that is held back is sent later. Until then, keep the record of what the attendee was last told.
    if (outcome === 'held') return;
  }
  await recordNewsTold(deps.db, news);
}

/**
 * Returns the reader and the kind of the email, and in `senderIds` the accounts that must verify their email addresses
 * first. The email about a cancellation waits for nobody, because it concerns the attendee's own order.
 */
function addressNews(
  kind: NewsKind,
  news: Pick<AttendeeNews, 'user_id' | 'email' | 'made_by' | 'changed_by' | 'team_id' | 'event_id'>,
) {
  const { made_by, changed_by } = news;
  const isCancelled = kind === 'cancelled';
  const senders = isCancelled ? [made_by] : [made_by, changed_by];
  return {
    kind: made_by !== null ? 'unasked_news' : isCancelled ? 'order' : 'news',
    to: { userId: news.user_id, email: news.email },
    senderIds: senders.filter((id) => id !== null),
    teamId: news.team_id,
    eventId: news.event_id,
  } as const;
}

/**
 * Finds which email to send, or null for none. The email about a cancellation goes to everybody, because the
 * cancellation may have ended their registration. Other changes matter only to people who still have a place, until the
 * event ends.
 */
function findMailKind(news: AttendeeNews, now: Date) {
  const { event_status, order_status, told_start_time, told_end_time, told_location } = news;
  const told = { start_time: told_start_time, end_time: told_end_time, location: told_location };
  const kind = findNews(
    { ...told, isCancelled: news.told_cancelled },
    { ...news, isCancelled: event_status === 'cancelled' },
  );
  if (kind !== 'cancelled' && (!['held', 'confirmed'].includes(order_status) || news.end_time <= now))
    return null;
  return kind;
}

export async function sendRemovalMail(deps: Deps, removal: Removal): Promise<void> {
  const { registrationId, userId, sequence, ticketPricePence, event } = removal;
  const user = await findUser(deps.db, userId);
  if (!user) return;
  const [start_time, end_time] = [new Date(event.startTime), new Date(event.endTime)];
  const news = {
    user_id: user.id,
    username: user.username,
    email: user.email,
    made_by: removal.madeBy ?? null,
    changed_by: null,
    team_id: event.teamId ?? null,
    ticket_price_pence: ticketPricePence,
    event_id: event.id,
    // The event no longer exists, so links to the event need no key.
    event_key: null,
    event_title: event.title,
    calendar_sequence: sequence,
    start_time,
    end_time,
    location: event.location,
    told_start_time: start_time,
    told_end_time: end_time,
    told_location: event.location,
  };
  const letter: Letter = {
    fact: `event-news:${registrationId}:${sequence}`,
    ...addressNews('cancelled', news),
    retry: retryWith(tellOfRemovalJob, removal),
  };
  await sendOnce(deps, letter, () => renderNewsMail('cancelled', news, describeSite(deps)));
}
