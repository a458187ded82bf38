import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { formatDate, formatTime } from '../../format/dates.ts';
import { Link } from '../../layout/link.tsx';
import { useSite } from '../../layout/use-site.ts';
import { eventParams, paths } from '../../paths.ts';
import { backLinkLook } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import type { FoyerEvent } from './events.api.ts';
import type { EventViewer } from './page/event-view.tsx';

const sections = [
  { id: 'attendees', label: 'Attendees', to: paths.attendees },
  { id: 'messages', label: 'Messages', to: paths.eventMessages },
  { id: 'orders', label: 'Orders', to: paths.eventOrders },
  { id: 'guest-list', label: 'Guest list', to: paths.guestList },
  { id: 'sales', label: 'Sales', to: paths.eventSales },
] as const;

type SectionId = (typeof sections)[number]['id'];

interface EventOfficeProps {
  event: FoyerEvent;
  viewer: EventViewer;
  section: SectionId;
  /** The buttons beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/**
 * The frame of the pages on which a team manages its event: the link back, the heading, and links to the other pages.
 */
export function EventOffice({ event, viewer, section, actions, children }: EventOfficeProps) {
  const { timeZone } = useSite();
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = tabs.current;
    if (!row) return undefined;
    // Called at once, and again when the width changes, such as when a phone is turned.
    const observer = new ResizeObserver(() => showCurrent(row));
    observer.observe(row);
    return () => observer.disconnect();
  }, []);
  const params = { id: String(event.id) };
  const shown = sections.filter(
    ({ id }) => (id !== 'sales' || viewer.can_edit) && (id !== 'guest-list' || viewer.can_issue),
  );
  return (
    <div className="page-width py-6 sm:py-8">
      <Link to={paths.event} params={eventParams(event)} className={backLinkLook}>
        <ArrowLeft size={18} aria-hidden className="shrink-0" />
        <span className="truncate">{event.title}</span>
      </Link>
      <div className="mt-2 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <div>
          <h1 className="text-4xl font-semibold sm:text-5xl">
            {sections.find(({ id }) => id === section)?.label}
          </h1>
          <p className="mt-2 text-ink-soft">
            {formatDate(event.start_time, timeZone)}, {formatTime(event.start_time, timeZone)}
          </p>
        </div>
        <div className="flex w-full flex-wrap gap-2 empty:hidden sm:w-auto">{actions}</div>
      </div>
      <nav
        ref={tabs}
        aria-label="This event"
        onScroll={({ currentTarget }) => markHidden(currentTarget)}
        // On phones, the tabs fade out at the sides where more are hidden.
        className="relative mt-6 flex overflow-x-auto border-b border-line-strong [scrollbar-width:none] data-hides-left:mask-l-from-[calc(100%-2.5rem)] data-hides-right:mask-r-from-[calc(100%-2.5rem)]"
      >
        {shown.map(({ id, label, to }) => (
          <Link
            key={id}
            to={to}
            params={params}
            aria-current={id === section ? 'page' : undefined}
            className={classes(
              '-mb-px flex min-h-11 items-center border-b-3 px-2.5 font-semibold whitespace-nowrap -outline-offset-3 first:pl-0.5 sm:px-4',
              id === section ? 'border-spot text-ink' : 'border-transparent text-ink-soft hover:text-ink',
            )}
          >
            {label}
          </Link>
        ))}
      </nav>
      {children}
    </div>
  );
}

/** Scrolls the current tab into the middle of its row. `scrollIntoView` would move the page as well. */
function showCurrent(tabs: HTMLElement): void {
  const current = tabs.querySelector<HTMLElement>('[aria-current]');
  if (current) tabs.scrollLeft = current.offsetLeft - (tabs.clientWidth - current.offsetWidth) / 2;
  markHidden(tabs);
}

/** Notes at which sides of the row tabs are hidden. Browsers round the position, so a pixel does not count. */
function markHidden(tabs: HTMLElement): void {
  const { scrollLeft, clientWidth, scrollWidth } = tabs;
  tabs.toggleAttribute('data-hides-left', scrollLeft > 1);
  tabs.toggleAttribute('data-hides-right', scrollLeft + clientWidth < scrollWidth - 1);
}
