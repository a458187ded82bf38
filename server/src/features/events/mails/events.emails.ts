import { writeCalendarFile } from '../../../mail/calendar.ts';
import { button, composeMail, facts, opening, paragraph, title, type Site } from '../../../mail/compose.ts';
import type { Message } from '../../../mail/mail.ts';
import { formatMoney, formatWhen, formatWhere } from '../../../mail/words.ts';
import type { AttendeeNews } from './news.queries.ts';

type Kind = 'cancelled' | 'on_again' | 'changed';

/** What the mail says of the event, before and now, and to whom. */
type News = Omit<
  AttendeeNews,
  'registration_id' | 'registration_status' | 'event_status' | 'sequence' | 'told_cancelled'
>;

/** Tells an attendee that the event has another time or place, that it is off, or that it is on after all. */
export function renderNewsMail(kind: Kind, news: News, site: Site): Message {
  const { subject, sentence } = announcements[kind](news);
  return composeMail({
    to: news.email,
    subject,
    preview: `${formatWhen(news.start_time, news.end_time, site.timeZone)}, ${formatWhere(news.location)}`,
    site,
    because: 'You get this mail because you have a place at this event.',
    parts: [
      opening(news.username, sentence),
      title(news.event_title),
      facts(listFacts(news, site)),
      ...endings[kind](news, site),
    ],
    attachments: [writeCalendarFile(news, site, { cancelled: kind === 'cancelled' })],
  });
}

const announcements: Record<Kind, (news: News) => { subject: string; sentence: string }> = {
  changed: (news) => {
    const isMoved = news.told_location !== news.location;
    const isRetimed =
      news.told_start_time.getTime() !== news.start_time.getTime() ||
      news.told_end_time.getTime() !== news.end_time.getTime();
    const what = isMoved && isRetimed ? 'time and place' : isMoved ? 'place' : 'time';
    return {
      subject: `New ${what}: ${news.event_title}`,
      sentence: `there is a new ${what} for`,
    };
  },
  cancelled: ({ event_title }) => ({
    subject: `Cancelled: ${event_title}`,
    sentence: 'we are sorry to tell you that this event will not take place:',
  }),
  on_again: ({ event_title }) => ({
    subject: `It takes place after all: ${event_title}`,
    sentence: 'this event was cancelled, and takes place after all:',
  }),
};

function listFacts(news: News, site: Site) {
  const when = formatWhen(news.start_time, news.end_time, site.timeZone);
  const oldWhen = formatWhen(news.told_start_time, news.told_end_time, site.timeZone);
  const where = formatWhere(news.location);
  const oldWhere = formatWhere(news.told_location);
  return [
    { label: 'When', value: when, was: when === oldWhen ? undefined : oldWhen },
    { label: 'Where', value: where, was: where === oldWhere ? undefined : oldWhere },
  ];
}

const endings: Record<Kind, (news: News, site: Site) => ReturnType<typeof paragraph>[]> = {
  changed: (news, site) => [
    paragraph(
      news.ticket_price_pence === null
        ? 'Your seat stays held as before. The attached calendar file moves the entry in your calendar.'
        : 'Your ticket stays valid, and its code is the same. The attached calendar file moves the entry in your calendar.',
    ),
    button('View the event', `${site.publicUrl}/events/${news.event_id}`),
  ],
  cancelled: (news, site) => [
    paragraph(tellOfMoney(news.ticket_price_pence)),
    paragraph('The attached calendar file takes the entry out of your calendar.'),
    button('See other events', `${site.publicUrl}/events`),
  ],
  on_again: (news, site) => [
    paragraph(
      'You have your place as before. The attached calendar file puts the entry back into your calendar.',
    ),
    button('View the event', `${site.publicUrl}/events/${news.event_id}`),
  ],
};

function tellOfMoney(paidPence: number | null): string {
  if (paidPence === null)
    return 'You held a seat and have not paid for it. Should a payment of yours still arrive, it goes back by itself.';
  if (paidPence === 0) return 'Your ticket cost nothing, so there is nothing that you need to do.';
  return `Your money goes back: all of the ${formatMoney(paidPence)} that you paid, to the card you paid with. There is nothing that you need to do, and we write again when it is on its way.`;
}
