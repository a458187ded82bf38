import { writeEventPath } from '@foyer/contract/text/event-address.ts';
import { html } from '../../../http/html.ts';
import { xml, xmlStart } from '../../../http/xml.ts';
import { formatWhen, formatWhere } from '../../../mail/words.ts';
import type { FeedEvent } from './found.queries.ts';

export interface FeedSite {
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
export function writeRss({ title, source, page, events }: RssFeed, site: FeedSite): string {
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
    <p>${shorten(event.description ?? '')}</p>`;
  return xml`<item>
<title>${toPlainTitle(event.event_title)}</title>
<link>${address}</link>
<guid isPermaLink="false">${`event-${event.event_id}@${new URL(publicUrl).hostname}`}</guid>
<pubDate>${event.created_at.toUTCString()}</pubDate>
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

/** Feeds name many events, so each description is short. */
export function shorten(text: string): string {
  return text.length > maxDescription ? `${text.slice(0, maxDescription).trimEnd()}…` : text;
}
