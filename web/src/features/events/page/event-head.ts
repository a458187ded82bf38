import { plainDescription } from '@foyer/contract/text/plain-description.ts';
import { writeSharePath } from '@foyer/contract/text/share-address.ts';
import { writeTeamPath } from '@foyer/contract/text/team-address.ts';
import { pageHead } from '../../../layout/page-head.ts';
import { eventAddress } from '../../../paths.ts';
import type { Site } from '../../../site.ts';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { isOwnPicture } from '../../../ui/own-picture.ts';
import type { Offers } from '../choice/events.choice.api.ts';
import type { FoyerEvent } from '../events.api.ts';
import { describeForSearch, shorten } from './event-schema.ts';

export interface EventForHead {
  event: FoyerEvent;
  /** What every visitor may buy, without hidden ticket types. Null if it could not be loaded. */
  offers: Offers | null;
}

/**
 * Title and description of an event for search engines and shared links. A private event is kept out of search
 * engines, and its web address is kept from other sites, because the web address contains the key.
 */
export function eventHead({ event, offers }: EventForHead, site: Site) {
  const isPrivate = !event.is_public;
  const address = eventAddress(site.origin, { id: event.id, title: event.title });
  const poster = isOwnPicture(event.event_img_url) ? `${site.origin}${event.event_img_url}` : null;
  // The server draws share pictures for published public events only.
  const shared = isPrivate || event.status !== 'published' ? null : site.origin + writeSharePath(event);
  const head = pageHead({
    title: `${event.title} · Foyer`,
    description: summarise(event, site.timeZone),
    canonical: isPrivate ? undefined : address,
    image: shared ?? poster,
    type: 'article',
    feed: isPrivate ? undefined : { team: event.team_id ?? undefined },
    hidden: isPrivate || event.status !== 'published',
  });
  if (isPrivate) return { ...head, meta: [...head.meta, { name: 'referrer', content: 'no-referrer' }] };
  const images = [shared, poster].filter((image) => image !== null);
  const { team_id: team, team_name: name } = event;
  const organizer = team && name ? site.origin + writeTeamPath({ id: team, name }) : undefined;
  const schema = describeForSearch(event, offers?.ticket_types ?? null, { address, images, organizer });
  const sizes = shared
    ? [
        { property: 'og:image:width', content: '1200' },
        { property: 'og:image:height', content: '630' },
      ]
    : [];
  return { ...head, meta: [...head.meta, ...sizes, { 'script:ld+json': schema }] };
}

function summarise(event: FoyerEvent, timeZone: string): string {
  const when = `${formatDate(event.start_time, timeZone)}, ${formatTime(event.start_time, timeZone)}`;
  const where = event.location ? ` at ${event.location}` : '';
  return shorten(`${when}${where}. ${plainDescription(event.description ?? '')}`, 200);
}
