export type FeedFormat = 'ics' | 'rss';

/** The events of a feed: those of a team or a category, or of the whole site. */
export interface FeedScope {
  team?: number;
  category?: number;
}

/** The path of a feed, such as `/feeds/teams/7.ics`. It has no name, so that it stays the same when a team is renamed. */
export function writeFeedPath({ team, category }: FeedScope, format: FeedFormat): string {
  if (team !== undefined) return `/feeds/teams/${team}.${format}`;
  if (category !== undefined) return `/feeds/categories/${category}.${format}`;
  return `/feeds/events.${format}`;
}

/** Reads the part of a feed's path after `/feeds/`. */
export function readFeedName(name: string): { scope: FeedScope; format: FeedFormat } | null {
  const found = /^(?:events|(teams|categories)\/([1-9]\d{0,14}))\.(ics|rss)$/.exec(name);
  if (!found) return null;
  const [, kind, id] = found;
  const format: FeedFormat = found[3] === 'ics' ? 'ics' : 'rss';
  if (kind === undefined) return { scope: {}, format };
  return { scope: kind === 'teams' ? { team: Number(id) } : { category: Number(id) }, format };
}
