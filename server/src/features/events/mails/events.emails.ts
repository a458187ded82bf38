import { writeCalendarFile } from '../../../mail/calendar.ts';
import {
  button,
  composeMail,
  eventAddress,
  facts,
  opening,
  paragraph,
  stopByDeletingAccount,
  stopUnasked,
  title,
  type Site,
  type Stopping,
} from '../../../mail/compose.ts';
import type { Message } from '../../../mail/mail.ts';
import { breakLinksIn, formatPrice, formatWhen, formatWhere } from '../../../mail/words.ts';
import type { AttendeeNews } from './news.queries.ts';

export type NewsKind = 'cancelled' | 'on_again' | 'changed';

type News = Omit<AttendeeNews, 'order_id' | 'order_status' | 'event_status' | 'sequence' | 'told_cancelled'>;

export function renderNewsMail(kind: NewsKind, sent: News, site: Site): Message {
  // If the reader did not ask for this email, names must not become links, because organisers could send strangers a
  // link of their choice.
  const news =
    sent.made_by === null ? sent : breakLinksIn(sent, ['event_title', 'location', 'told_location']);
  const { subject, sentence } = announcements[kind](news);
  return composeMail({
    to: news.email,
    subject,
    preview: `${formatWhen(news.start_time, news.end_time, site.timeZone)}, ${formatWhere(news.location)}`,
    site,
    because: `You are receiving this email because you ${kind === 'cancelled' ? 'had' : 'have'} a place at this event.`,
    stopping: explainStopping(kind, news, site),
    parts: [
      opening(news.username, sentence),
      title(news.event_title),
      facts(listFacts(kind, news, site)),
      ...endings[kind](news, site),
    ],
    attachments: [writeCalendarFile(news, site, { cancelled: kind === 'cancelled' })],
  });
}

function explainStopping(kind: NewsKind, news: News, site: Site): Stopping {
  if (news.made_by !== null) return stopUnasked(site, news);
  if (kind === 'cancelled') return stopByDeletingAccount(site);
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

const endings: Record<NewsKind, (news: News, site: Site) => ReturnType<typeof paragraph>[]> = {
  changed: (news, site) => [
    paragraph(
      news.ticket_price_pence === null
        ? 'Your seat is still held for you. Open the attached file to update your calendar.'
        : 'Your ticket is still valid and its code has not changed. Open the attached file to update your calendar.',
    ),
    button('View the event', eventAddress(site.publicUrl, news)),
  ],
  cancelled: (news, site) => [
    paragraph(describeRefund(news.ticket_price_pence)),
    paragraph('Open the attached file to remove the event from your calendar.'),
    button('See other events', `${site.publicUrl}/events`),
  ],
  on_again: (news, site) => [
    paragraph('You still have your place. Open the attached file to add the event to your calendar again.'),
    button('View the event', eventAddress(site.publicUrl, news)),
  ],
};

function describeRefund(paidPence: number | null): string {
  if (paidPence === null)
    return 'A seat was held for you, and you have not paid for it. If a payment still arrives, we refund it automatically.';
  if (paidPence === 0) return 'Your ticket was free, so you do not need to do anything.';
  return `We are refunding the full ${formatPrice(paidPence)} to the card you paid with. You do not need to do anything. We will send you another email when the refund is on its way.`;
}
