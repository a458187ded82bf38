import {
  button,
  composeMail,
  eventAddress,
  facts,
  opening,
  orderAddress,
  paragraph,
  stopAsGuest,
  stopByDeletingAccount,
  stopUnasked,
  title,
  type Site,
} from '../../../mail/compose.ts';
import { describePicture } from '../../../mail/mail-picture.ts';
import type { Message } from '../../../mail/mail.ts';
import { breakLinksIn, formatMoment, formatWhen, formatWhere } from '../../../mail/words.ts';
import type { ExpiredHold, MailedHold } from './mails.queries.ts';

/** @param key opens the order of a guest without an account; null for an account */
export function renderHoldMail(sent: MailedHold, key: string | null, site: Site): Message {
  const hold = writeNames(sent);
  const until = formatMoment(hold.hold_expires_at, site.timeZone);
  const { what, are } = namePlaces(hold);
  const address = hold.is_single
    ? eventAddress(site.publicUrl, hold)
    : orderAddress(site.publicUrl, { number: hold.number, key });
  return composeMail({
    to: hold.email,
    subject: `Your ${what} ${are} held for a few more minutes: ${hold.event_title}`,
    preview: `Held until ${until}. Complete your purchase to keep your ${what}.`,
    site,
    picture: isAsked(hold) ? describePicture(site, hold) : null,
    ...explainHold(hold, site),
    parts: [
      opening(
        hold.buyer_name,
        hold.made_by === null
          ? `You started to buy ${hold.ticket_count === 1 ? 'a ticket' : 'tickets'} for this event, and your ${what} ${are} held for a few more minutes.`
          : `The organisers registered you for this event. Your ${what} ${are} held for a few more minutes.`,
      ),
      title(hold.event_title),
      facts([{ label: 'Held until', value: until }, ...describeEvent(hold, site)]),
      paragraph(
        `You have not been charged yet. When the time is up, somebody else can have your ${what}. If you no longer want ${hold.ticket_count === 1 ? 'it' : 'them'}, you do not need to do anything.`,
      ),
      button('Complete your purchase', address),
    ],
  });
}

export function renderExpiredHoldMail(sent: ExpiredHold, site: Site): Message {
  const hold = writeNames(sent);
  const { what, are } = namePlaces(hold);
  return composeMail({
    to: hold.email,
    subject: `Your ${what} ${are} no longer held: ${hold.event_title}`,
    preview: 'The time to pay is over. You have not been charged.',
    site,
    ...explainHold(hold, site),
    parts: [
      opening(
        hold.buyer_name,
        `The time to pay is over, so your ${what} for this event ${are} no longer held for you.`,
      ),
      title(hold.event_title),
      facts(describeEvent(hold, site)),
      paragraph(
        'You have not been charged. If you still want to come, order again on the page of the event while tickets are left. Otherwise, you do not need to do anything.',
      ),
      button('Order again', eventAddress(site.publicUrl, hold)),
    ],
  });
}

/** Breaks links in names, unless the buyer has an account and chose the event. */
function writeNames<Hold extends ExpiredHold>(hold: Hold): Hold {
  return isAsked(hold) ? hold : breakLinksIn(hold, ['event_title', 'location']);
}

function isAsked({ made_by, user_id }: ExpiredHold): boolean {
  return made_by === null && user_id !== null;
}

/** The older API sells one seat. Other orders have tickets. */
function namePlaces({ is_single, ticket_count }: ExpiredHold): { what: string; are: string } {
  if (is_single) return { what: 'seat', are: 'is' };
  return ticket_count === 1 ? { what: 'ticket', are: 'is' } : { what: 'tickets', are: 'are' };
}

function describeEvent(hold: ExpiredHold, site: Site) {
  return [
    { label: 'When', value: formatWhen(hold.start_time, hold.end_time, site.timeZone) },
    { label: 'Where', value: formatWhere(hold.location) },
  ];
}

function explainHold(hold: ExpiredHold, site: Site) {
  if (hold.made_by !== null) {
    const because = 'You are receiving this email because the organisers registered you for this event.';
    return { because, stopping: stopUnasked(site, hold) };
  }
  if (hold.user_id === null) {
    const because =
      'You are receiving this email because somebody ordered tickets with your email address, and has not paid.';
    return { because, stopping: stopAsGuest(site, hold) };
  }
  const because = 'You are receiving this email because you started to buy a ticket and have not paid yet.';
  return { because, stopping: stopByDeletingAccount(site) };
}
