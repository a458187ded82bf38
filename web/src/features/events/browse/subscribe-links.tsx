import { writeFeedPath } from '@foyer/contract/text/feed-address.ts';
import { useQuery } from '@tanstack/react-query';
import { CalendarSync, Rss } from 'lucide-react';
import { useSite } from '../../../layout/use-site.ts';
import { buttonStyle } from '../../../ui/button.tsx';
import { categoriesQuery } from '../events.api.ts';
import { type EventsView, findShownCategory } from './events-search.ts';

/** Calendar programs and feed readers open these links, and show new events by themselves. */
export function SubscribeLinks({ view }: { view: EventsView }) {
  const { origin } = useSite();
  const { data: categories } = useQuery(categoriesQuery);
  const category = findShownCategory(categories, view);
  const feed = { category: category?.id };
  const host = origin.replace(/^https?:/, '');
  const look = buttonStyle('quiet', 'sm');
  return (
    <section
      aria-label="Subscribe"
      className="mt-12 flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-soft"
    >
      <p>Get new {category ? `${category.name} events` : 'events'}:</p>
      <a href={`webcal:${host}${writeFeedPath(feed, 'ics')}`} className={look}>
        <CalendarSync size={17} aria-hidden />
        Subscribe in your calendar
      </a>
      <a href={writeFeedPath(feed, 'rss')} className={look}>
        <Rss size={17} aria-hidden />
        RSS
      </a>
    </section>
  );
}
