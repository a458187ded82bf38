import { writeEventPath } from '@foyer/contract/text/event-address.ts';
import { readFeedName, writeFeedPath, type FeedScope } from '@foyer/contract/text/feed-address.ts';
import { plainDescription } from '@foyer/contract/text/plain-description.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { html, xml, xmlStart } from '../../../http/html.ts';
import { sendPublicText } from '../../../http/memory/send-text.ts';
import { writeCalendarFeed } from '../../../mail/calendar.ts';
import { formatWhen, formatWhere } from '../../../mail/words.ts';
import { findFeedName, listFeedEvents, type FeedEvent } from './found.queries.ts';

const dayMs = 24 * 3600 * 1000;

/** The most events of a feed. */
const maxEvents = { ics: 200, rss: 50 };

const types = { ics: 'text/calendar; charset=utf-8', rss: 'application/rss+xml; charset=utf-8' };

/** Serves the feeds of the site, of each team and of each category, as calendars and as RSS. */
export function registerFeedRoutes(app: FastifyInstance, deps: Deps): void {
  app.get<{ Params: { '*': string } }>('/feeds/*', (request, reply) => {
    const feed = readFeedName(request.params['*']);
    if (!feed) throw new ApiError('not_found');
    const { scope, format } = feed;
    const source = deps.publicUrl + writeFeedPath(scope, format);
    const call = { app, request, reply, name: source, type: types[format] };
    return sendPublicText(call, () => writeFeed(deps, { scope, format, source }));
  });
}

async function writeFeed(
  { db, clock, config, publicUrl }: Deps,
  { scope, format, source }: { scope: FeedScope; format: 'ics' | 'rss'; source: string },
): Promise<string | null> {
  const isWholeSite = scope.team === undefined && scope.category === undefined;
  const name = await findFeedName(db, scope);
  if (!isWholeSite && name === undefined) return null;
  const title = name === undefined ? 'Foyer events' : `${name} · Foyer events`;
  const now = clock.now();
  const limit = maxEvents[format];
  if (format === 'rss') {
    const wanted = { ...scope, startsAfter: now, runningAt: now, order: 'newest', limit } as const;
    const events = await listFeedEvents(db, wanted);
    const query =
      scope.category === undefined ? '' : `?${String(new URLSearchParams({ category: name ?? '' }))}`;
    const page = `${publicUrl}/events${query}`;
    return writeRss({ title, source, page, events }, { publicUrl, timeZone: config.timeZone });
  }
  // A calendar keeps an event for a day after its start, because people look at it while they are on their way.
  const startsAfter = new Date(now.getTime() - dayMs);
  const wanted = { ...scope, startsAfter, runningAt: now, order: 'soonest', limit } as const;
  const events = await listFeedEvents(db, wanted);
  const entries = events.map((event) => ({
    ...event,
    description: shorten(plainDescription(event.description ?? '')) || null,
  }));
  return writeCalendarFeed({ name: title, source, entries }, { publicUrl, mailFrom: config.mailFrom });
}

interface FeedSite {
  publicUrl: string;
  timeZone: string;
}

interface RssFeed {
  title: string;
  /** The full address of the feed. */
  source: string;
  /** The full address of the page with the same events. */
  page: string;
  events: readonly FeedEvent[];
}

/** Writes the newest events as RSS 2.0. The text depends only on the events, so that it keeps its ETag. */
function writeRss({ title, source, page, events }: RssFeed, site: FeedSite): string {
  const items = events.map((event) => writeItem(event, site));
  const feed = xml`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>${toPlainTitle(title)}</title>
<link>${page}</link>
<description>New events, from the newest on</description>
<language>en-GB</language>
<ttl>60</ttl>
<atom:link href="${source}" rel="self" type="application/rss+xml"/>
${items}</channel></rss>
`;
  return xmlStart + feed.source;
}

function writeItem(event: FeedEvent, { publicUrl, timeZone }: FeedSite) {
  const address = publicUrl + writeEventPath({ id: event.event_id, title: event.event_title });
  // Readers show the description as HTML, so it is escaped twice: as HTML, and then as XML.
  const description = html`<p>${formatWhen(event.start_time, event.end_time, timeZone)}</p>
    <p>${formatWhere(event.location)}</p>
    <p>${shorten(plainDescription(event.description ?? ''))}</p>`;
  return xml`<item>
<title>${toPlainTitle(event.event_title)}</title>
<link>${address}</link>
<guid isPermaLink="false">${`event-${event.event_id}@${new URL(publicUrl).hostname}`}</guid>
<pubDate>${event.listed_at.toUTCString()}</pubDate>
${event.category !== null && xml`<category>${event.category}</category>`}
<description>${description.source}</description>
</item>
`;
}

/** Some readers show titles as text, and others as HTML. Without these characters both show the same. */
function toPlainTitle(title: string): string {
  return title.replaceAll('<', '‹').replaceAll('>', '›');
}

const maxDescription = 500;

/** Feeds name many events, so each description is short. It does not end with half of a character. */
function shorten(text: string): string {
  if (text.length <= maxDescription) return text;
  return `${text
    .slice(0, maxDescription)
    .replace(/\p{Cs}$/u, '')
    .trimEnd()}…`;
}
