import { readFeedName, writeFeedPath, type FeedScope } from '@foyer/contract/text/feed-address.ts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import { sendPublicText } from '../../../http/memory/send-text.ts';
import { writeCalendarFeed } from '../../../mail/calendar.ts';
import { shorten, writeRss } from './feeds.rules.ts';
import { findFeedName, listFeedEvents } from './found.queries.ts';

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
  const now = clock.now().getTime();
  const limit = maxEvents[format];
  if (format === 'rss') {
    const events = await listFeedEvents(db, { ...scope, startsAfter: new Date(now), order: 'newest', limit });
    const query = scope.category === undefined ? '' : `?${new URLSearchParams({ category: name ?? '' })}`;
    const page = `${publicUrl}/events${query}`;
    return writeRss({ title, source, page, events }, { publicUrl, timeZone: config.timeZone });
  }
  // A calendar keeps an event for a day after its start, because people look at it while they are on their way.
  const startsAfter = new Date(now - dayMs);
  const events = await listFeedEvents(db, { ...scope, startsAfter, order: 'soonest', limit });
  const entries = events.map((event) => ({ ...event, description: shorten(event.description ?? '') || null }));
  return writeCalendarFeed({ name: title, source, entries }, { publicUrl, mailFrom: config.mailFrom });
}
