import { formatCount } from './follows.rules.ts';
import {
  button,
  composeMail,
  eventAddress,
  facts,
  opening,
  paragraph,
  section,
  stopAsGuest,
  title,
  type Site,
} from '../../mail/compose.ts';
import { describePicture } from '../../mail/mail-picture.ts';
import type { Message } from '../../mail/mail.ts';
import { breakLinks, formatWhen, formatWhere } from '../../mail/words.ts';
import type { AnnouncedEvent } from './follows.queries.ts';

interface Follower {
  email: string;
  team_id: number;
  team_name: string;
}

/** The owner of the address may not have asked, so the team's name must not become a link. */
export function renderFollowLinkMail(
  { email, team_name }: Follower,
  { token, site }: { token: string; site: Site },
): Message {
  const team = breakLinks(team_name);
  return composeMail({
    to: email,
    subject: `New events of ${team}: please confirm`,
    preview: 'One click, and you hear of new events by email.',
    site,
    because: `You are receiving this email because somebody typed this address on the page of ${team}.`,
    stopping: stopAsGuest(site, { email }),
    parts: [
      opening(null, `Do you want an email when ${team} announces new events?`),
      title('Please confirm'),
      paragraph('If you do nothing, you get no more emails, and we forget this address within 7 days.'),
      // The token is in the fragment of the web address, which browsers do not send, so it reaches no log.
      button('Confirm', `${site.publicUrl}/follow#${token}`),
    ],
  });
}

export function renderAnnouncementMail(
  { email, team_id, team_name }: Follower,
  events: readonly AnnouncedEvent[],
  site: Site,
): Message {
  const [first] = events;
  const only = events.length === 1 && first ? first : null;
  const what = only ? only.event_title : formatCount(events.length, 'new event');
  return composeMail({
    to: email,
    subject: `${team_name}: ${what}`,
    preview: events.map(({ event_title }) => event_title).join(', '),
    site,
    picture: only && describePicture(site, only),
    because: `You are receiving this email because you follow ${team_name}.`,
    stopping: {
      begin: 'If you do not want to hear of new events,',
      link: 'stop these emails',
      href: site.stopAddress({ email, teamId: team_id, topic: 'follow' }),
      oneClick: true,
    },
    parts: [
      title(what),
      paragraph(`${team_name} has announced ${only ? 'a new event' : 'these events'}.`),
      ...events.flatMap((event) => [
        only ? null : section(event.event_title, describePicture(site, event)),
        facts([
          { label: 'When', value: formatWhen(event.start_time, event.end_time, site.timeZone) },
          { label: 'Where', value: formatWhere(event.location) },
        ]),
        button('View the event', eventAddress(site.publicUrl, { ...event, event_key: null })),
      ]),
    ],
  });
}
