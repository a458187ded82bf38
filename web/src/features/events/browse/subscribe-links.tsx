import { type FeedScope, writeFeedPath } from '@foyer/contract/text/feed-address.ts';
import { CalendarSync, Rss } from 'lucide-react';
import { useSite } from '../../../layout/use-site.ts';
import { classes } from '../../../ui/classes.ts';

interface SubscribeLinksProps {
  feed: FeedScope;
  /** What the feed has, such as `Music events`. */
  words: string;
  className?: string;
}

/** Calendar programs and feed readers open these links, and show new events by themselves. */
export function SubscribeLinks({ feed, words, className }: SubscribeLinksProps) {
  const { origin } = useSite();
  const host = origin.replace(/^https?:/, '');
  const look =
    'inline-flex min-h-9 items-center gap-2 text-[0.9375rem] font-semibold text-ink underline underline-offset-4 hover:text-spot';
  return (
    <section
      aria-label="Subscribe"
      className={classes('flex flex-wrap items-center gap-x-5 text-ink-soft', className)}
    >
      <p>Get new {words}:</p>
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
