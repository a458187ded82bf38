import type { Deps } from '../../../deps.ts';
import { describeSite, eventAddress, orderAddress, ticketAddress } from '../../../mail/compose.ts';
import { retryWith, type Letter } from '../../../mail/letter.ts';
import { deriveOrderKey, deriveTicketKey } from '../../../mail/link-keys.ts';
import { sendOnce } from '../../../mail/send-once.ts';
import { findUser } from '../../users/users.queries.ts';
import { isUnaskedNews, renderNewsMail, type News, type NewsKind, type NewsLink } from './events.emails.ts';
import { tellAttendeeJob, tellOfRemovalJob, type NewsReader, type Removal } from './mails.jobs.ts';
import { findAttendeeNews, type AttendeeNews } from './news.queries.ts';
import { recordNewsTold, rescheduleNews, takeDueNews } from './news.service.ts';
import { findNews } from '../events.rules.ts';

/**
 * Enqueues one job for each due email to a person with a place at a changed event. One transaction marks a page of
 * emails as taken and enqueues their jobs, so that an interrupted run loses no email.
 */
export async function enqueueEventNews(deps: Deps): Promise<void> {
  while ((await enqueuePage(deps)) > 0);
}

function enqueuePage(deps: Deps): Promise<number> {
  return deps.db.transaction().execute(async (tx) => {
    const due = await takeDueNews(tx, deps.clock.now());
    const data = due.map(({ order_id, ticket_id }) => ({ registrationId: order_id, ticketId: ticket_id }));
    if (data.length > 0) await deps.jobs.enqueueAll(tx, tellAttendeeJob, data);
    return data.length;
  });
}

/** Emails one person about all changes of the event since the last email to this person. */
export async function sendEventNews(
  deps: Deps,
  data: { registrationId: number; ticketId?: number | null },
): Promise<void> {
  const found = await findAttendeeNews(deps.db, data);
  if (!found) return;
  // Nobody with a place can see a draft. Keep the email until the event is published again.
  if (found.event_status === 'draft') return rescheduleNews(deps.db, found, deps.clock.now());
  const kind = findMailKind(found, deps.clock.now());
  const news = kind && describeNews(deps, found);
  if (kind && news) {
    const letter: Letter = {
      fact: nameNews(data, found.sequence),
      ...addressNews(kind, news),
      retry: retryWith(tellAttendeeJob, data),
    };
    const outcome = await sendOnce(deps, letter, () => renderNewsMail(kind, news, describeSite(deps)));
    // An email that is held back is sent later. Until then, keep the record of what the reader was last told.
    if (outcome === 'held') return;
  }
  await recordNewsTold(deps.db, found);
}

/**
 * Returns the reader and the kind of the email. Foyer sends the email only after the accounts in `senderIds` have
 * verified their email addresses.
 */
function addressNews(kind: NewsKind, news: News): Omit<Letter, 'fact' | 'retry'> {
  const isCancelled = kind === 'cancelled';
  const senders = isCancelled ? [news.made_by] : [news.made_by, news.changed_by];
  const isUnasked = isUnaskedNews(news);
  return {
    kind: isUnasked ? 'unasked_news' : isCancelled ? 'order' : 'news',
    to: { userId: news.user_id, email: news.email },
    senderIds: senders.filter((id) => id !== null),
    mustArrive: news.reader === 'guest' && !isUnasked,
    teamId: news.team_id,
    eventId: news.event_id,
  };
}

/** The emails about a cancellation and about the deletion have the same name, so only one of them is sent. */
function nameNews(
  { registrationId, ticketId = null }: { registrationId: number; ticketId?: number | null },
  sequence: number,
): string {
  const ticket = ticketId === null ? '' : `:ticket-${ticketId}`;
  return `event-news:${registrationId}${ticket}:${sequence}`;
}

/** Returns null if nobody is left to tell, because the buyer's account or the ticket was deleted. */
function describeNews(deps: Deps, found: AttendeeNews): News | null {
  const reader = findReader(found);
  const isBuyer = found.ticket_id === null;
  const email = isBuyer ? found.buyer_email : (found.holder_account_email ?? found.attendee_email);
  if (!email) return null;
  return {
    ...found,
    reader,
    email,
    user_id: isBuyer ? found.user_id : found.holder_id,
    name: isBuyer ? found.buyer_name : found.attendee_name,
    giver: found.buyer_name,
    ticket_count: isBuyer ? (found.ticket_count ?? 1) : 1,
    ticket_price_pence: found.held_price_pence,
    link: findLink(deps, found, reader),
  };
}

type ReaderFacts = Pick<AttendeeNews, 'ticket_id' | 'transferred_at' | 'channel' | 'user_id'>;

export function findReader({ ticket_id, transferred_at, channel, user_id }: ReaderFacts): NewsReader {
  if (ticket_id !== null) return transferred_at === null ? 'attendee' : 'holder';
  if (channel === 'complimentary') return 'guest_list';
  return user_id === null ? 'guest' : 'account';
}

type LinkFacts = Pick<
  AttendeeNews,
  | 'order_id'
  | 'number'
  | 'key_salt'
  | 'ticket_id'
  | 'holder_salt'
  | 'user_id'
  | 'event_status'
  | 'event_id'
  | 'event_title'
  | 'event_key'
>;

/** Guests and new holders of tickets have no account, so their link contains a key. */
export function findLink(deps: Deps, found: LinkFacts, reader: NewsReader): NewsLink | null {
  const { publicUrl, sessionSecret } = deps;
  const { order_id, number, key_salt, ticket_id, holder_salt, user_id } = found;
  if (reader === 'holder' && ticket_id !== null && holder_salt !== null) {
    const key = deriveTicketKey(sessionSecret, { ticket_id, holder_salt });
    return { label: 'View your ticket', href: ticketAddress(publicUrl, { id: ticket_id, key }) };
  }
  if (ticket_id === null && reader !== 'account') {
    const key = user_id === null ? deriveOrderKey(sessionSecret, { id: order_id, key_salt }) : null;
    return { label: 'View your order', href: orderAddress(publicUrl, { number, key }) };
  }
  return found.event_status === 'cancelled'
    ? null
    : { label: 'View the event', href: eventAddress(publicUrl, found) };
}

/**
 * Finds which email to send, or null for none. The email about a cancellation goes to everybody, because the
 * cancellation may have ended their place. Other changes matter only to people who still have a place, until the event
 * ends.
 */
function findMailKind(news: AttendeeNews, now: Date) {
  const { event_status, told_start_time, told_end_time, told_location } = news;
  const told = { start_time: told_start_time, end_time: told_end_time, location: told_location };
  const kind = findNews(
    { ...told, isCancelled: news.told_cancelled },
    { ...news, isCancelled: event_status === 'cancelled' },
  );
  if (kind !== 'cancelled' && (!hasPlace(news) || news.end_time <= now)) return null;
  return kind;
}

function hasPlace({ ticket_id, ticket_status, order_status }: AttendeeNews): boolean {
  if (ticket_id === null) return ['held', 'confirmed'].includes(order_status);
  return ticket_status === 'valid' || ticket_status === 'used';
}

export async function sendRemovalMail(deps: Deps, removal: Removal): Promise<void> {
  const person = await findPerson(deps, removal);
  if (!person) return;
  const { sequence, ticketPricePence, ticketCount = 1, event } = removal;
  const [start_time, end_time] = [new Date(event.startTime), new Date(event.endTime)];
  const news: News = {
    ...person,
    reader: removal.reader ?? 'account',
    giver: removal.giver ?? null,
    made_by: removal.madeBy ?? null,
    changed_by: null,
    team_id: event.teamId ?? null,
    team_name: null,
    // Nobody has paid, because an event with paid tickets cannot be deleted.
    money: ticketPricePence === null ? null : { paidPence: 0, refundedPence: 0, isDisputed: false },
    ticket_price_pence: 0,
    ticket_count: ticketCount,
    link: null,
    event_id: event.id,
    // The event no longer exists, so links to the event need no key.
    event_key: null,
    event_title: event.title,
    event_picture: null,
    calendar_sequence: sequence,
    start_time,
    end_time,
    location: event.location,
    told_start_time: start_time,
    told_end_time: end_time,
    told_location: event.location,
  };
  const letter: Letter = {
    fact: nameNews(removal, sequence),
    ...addressNews('cancelled', news),
    retry: retryWith(tellOfRemovalJob, removal),
  };
  await sendOnce(deps, letter, () => renderNewsMail('cancelled', news, describeSite(deps)));
}

/** Finds the reader of the email about a deleted event. Returns undefined if the reader has deleted their account. */
async function findPerson({ db }: Deps, { userId, email, name = null }: Removal) {
  if (userId === null) return email ? { user_id: null, email, name } : undefined;
  const user = await findUser(db, userId);
  return user && { user_id: user.id, email: user.email, name: user.name ?? user.username };
}
