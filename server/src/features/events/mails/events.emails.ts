import { writeCalendarFile, type CalendarEntry } from '../../../mail/calendar.ts';
import {
  button,
  composeMail,
  facts,
  opening,
  paragraph,
  stopAsGuest,
  stopByDeletingAccount,
  stopUnasked,
  title,
  type Site,
  type Stopping,
} from '../../../mail/compose.ts';
import { describePicture, type PicturedEvent } from '../../../mail/mail-picture.ts';
import type { Message } from '../../../mail/mail.ts';
import { breakLinksIn, formatPrice, formatWhen, formatWhere, writeName } from '../../../mail/words.ts';
import type { NewsReader } from './mails.jobs.ts';

/** What was paid for an order. Null for a hold, because nobody has paid. */
export type NewsMoney = { paidPence: number; refundedPence: number; isDisputed: boolean } | null;

export type NewsKind = 'cancelled' | 'on_again' | 'changed';

export interface NewsLink {
  label: string;
  href: string;
}

/** The reader, the event as the reader was last told about it, and the event as it is now. */
export interface News extends CalendarEntry, PicturedEvent {
  reader: NewsReader;
  /** Null if the reader has no account. */
  user_id: number | null;
  email: string;
  name: string | null;
  /** The name of the buyer. */
  giver: string | null;
  made_by: number | null;
  changed_by: number | null;
  team_id: number | null;
  team_name: string | null;
  money: NewsMoney;
  /** The price of the ticket, if somebody else bought the ticket for the reader. */
  ticket_price_pence: number | null;
  /** How many tickets the order has. This is 1 for the holder of a ticket. */
  ticket_count: number;
  /** The page that the email offers, or null for none. */
  link: NewsLink | null;
  told_start_time: Date;
  told_end_time: Date;
  told_location: string | null;
}

/**
 * Whether the reader did not ask for the email. Guests count as having asked only if they paid, because an unpaid order
 * may have the address of a stranger.
 */
export function isUnasked(
  reader: NewsReader,
  { made_by, hasPaid }: { made_by: number | null; hasPaid: boolean },
) {
  return reader === 'account' ? made_by !== null : reader !== 'guest' || !hasPaid;
}

export function isUnaskedNews({ reader, made_by, money }: Pick<News, 'reader' | 'made_by' | 'money'>) {
  return isUnasked(reader, { made_by, hasPaid: money !== null && money.paidPence > 0 });
}

export function renderNewsMail(kind: NewsKind, sent: News, site: Site): Message {
  // If the reader did not ask for this email, names must not become links, because organisers could send strangers a
  // link of their choice.
  const news =
    sent.reader === 'account' && sent.made_by === null
      ? sent
      : breakLinksIn(sent, ['event_title', 'location', 'told_location', 'team_name']);
  const { subject, sentence } = announcements[kind](news);
  return composeMail({
    to: news.email,
    subject,
    preview: `${formatWhen(news.start_time, news.end_time, site.timeZone)}, ${formatWhere(news.location)}`,
    site,
    picture: isUnaskedNews(news) ? null : describePicture(site, news),
    because: explainReader(news, { had: kind === 'cancelled' }),
    stopping: explainStopping(kind, news, site),
    parts: [
      opening(news.name, sentence),
      title(news.event_title),
      facts(listFacts(kind, news, site)),
      ...endings[kind](news),
      button(news.link?.label ?? 'See other events', news.link?.href ?? `${site.publicUrl}/events`),
    ],
    attachments: [writeCalendarFile(news, site, { cancelled: kind === 'cancelled' })],
  });
}

/** Says why the reader gets the email. `had` is true if the reader may have lost the place. */
export function explainReader(
  { reader, giver, team_name }: Pick<News, 'reader' | 'giver' | 'team_name'>,
  { had }: { had: boolean },
): string {
  const why = 'You are receiving this email because';
  const from = giver === null ? 'somebody' : writeName(giver);
  const reasons: Record<NewsReader, string> = {
    account: `you ${had ? 'had' : 'have'} a place at this event.`,
    guest: 'somebody ordered tickets for this event with your email address.',
    guest_list: `${team_name ?? 'the organisers'} put you on the guest list of this event.`,
    holder: `${from} gave you a ticket for this event.`,
    attendee: `${from} ordered a ticket for you.`,
  };
  return `${why} ${reasons[reader]}`;
}

function explainStopping(kind: NewsKind, news: News, site: Site): Stopping {
  const isGuest = news.reader === 'guest';
  if (isUnaskedNews(news)) return isGuest ? stopAsGuest(site, news) : stopUnasked(site, news);
  if (kind === 'cancelled') return isGuest ? stopAsGuest(site, news) : stopByDeletingAccount(site);
  return {
    begin: 'If you do not want to hear about changes,',
    link: 'stop news about this event',
    href: site.stopAddress({ email: news.email, eventId: news.event_id }),
    oneClick: true,
  };
}

const announcements: Record<NewsKind, (news: News) => { subject: string; sentence: string }> = {
  changed: (news) => {
    const isMoved = news.told_location !== news.location;
    const isRetimed =
      news.told_start_time.getTime() !== news.start_time.getTime() ||
      news.told_end_time.getTime() !== news.end_time.getTime();
    const what = isMoved && isRetimed ? 'time and place' : isMoved ? 'place' : 'time';
    return {
      subject: `New ${what}: ${news.event_title}`,
      sentence: `The ${what} of this event ${what === 'time and place' ? 'have' : 'has'} changed.`,
    };
  },
  cancelled: ({ event_title }) => ({
    subject: `Cancelled: ${event_title}`,
    sentence: 'We are sorry: this event has been cancelled and will not take place.',
  }),
  on_again: ({ event_title }) => ({
    subject: `It takes place after all: ${event_title}`,
    sentence: 'Good news: this event was cancelled, but it takes place after all.',
  }),
};

function listFacts(kind: NewsKind, news: News, site: Site) {
  const when = formatWhen(news.start_time, news.end_time, site.timeZone);
  const oldWhen = formatWhen(news.told_start_time, news.told_end_time, site.timeZone);
  const where = formatWhere(news.location);
  const oldWhere = formatWhere(news.told_location);
  const compare = (now: string, before: string) =>
    kind === 'cancelled' || now === before ? undefined : before;
  return [
    { label: 'When', value: when, was: compare(when, oldWhen) },
    { label: 'Where', value: where, was: compare(where, oldWhere) },
  ];
}

const endings: Record<NewsKind, (news: News) => ReturnType<typeof paragraph>[]> = {
  changed: (news) => [paragraph(`${describeTickets(news)} Open the attached file to update your calendar.`)],
  cancelled: (news) => [
    paragraph(describeRefund(news)),
    paragraph('Open the attached file to remove the event from your calendar.'),
  ],
  on_again: () => [
    paragraph('You still have your place. Open the attached file to add the event to your calendar again.'),
  ],
};

function describeTickets({ money, ticket_count }: News): string {
  if (money === null)
    return ticket_count > 1 ? 'Your seats are still held for you.' : 'Your seat is still held for you.';
  return ticket_count > 1
    ? 'Your tickets are still valid, and their codes have not changed.'
    : 'Your ticket is still valid and its code has not changed.';
}

function describeRefund(news: News): string {
  const { reader, money, ticket_count, ticket_price_pence } = news;
  const rest = 'so you do not need to do anything.';
  if (reader === 'holder' || reader === 'attendee') {
    if (ticket_price_pence === 0) return `Your ticket was free, ${rest}`;
    return 'The money goes back to the person who paid for it. You do not need to do anything.';
  }
  if (money === null)
    return 'A seat was held for you, and you have not paid for it. If a payment still arrives, we refund it automatically.';
  if (money.paidPence === 0) {
    return ticket_count > 1 ? `Your tickets were free, ${rest}` : `Your ticket was free, ${rest}`;
  }
  return describePaid(money);
}

function describePaid({ paidPence, refundedPence, isDisputed }: NonNullable<NewsMoney>): string {
  const left = paidPence - refundedPence;
  if (left <= 0) return 'You have already got your money back, so you do not need to do anything.';
  if (isDisputed)
    return 'You have asked your bank for the money, so your bank decides about it. You do not need to do anything.';
  const amount =
    refundedPence === 0
      ? `the full ${formatPrice(paidPence)}`
      : `the ${formatPrice(left)} that is left of your payment`;
  return `We are refunding ${amount} to the card you paid with. You do not need to do anything. We will send you another email when the refund is on its way.`;
}
