import { type FeedScope, writeFeedPath } from '@foyer/contract/text/feed-address.ts';
import { CalendarSync, Rss } from 'lucide-react';
import { useSite } from '../../../layout/use-site.ts';
import { buttonStyle } from '../../../ui/button.tsx';
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
  const look = buttonStyle('quiet', 'sm');
  return (
    <section
      aria-label="Subscribe"
      className={classes('flex flex-wrap items-center gap-x-3 gap-y-2 text-ink-soft', className)}
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
