import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight, LayoutGrid } from 'lucide-react';
import type { CSSProperties, ReactNode } from 'react';
import { messageOf } from '../../../api/call-error.ts';
import { formatFullDate, formatTime, nameMonth, weekdayOf } from '../../../format/dates.ts';
import { formatPriceRange } from '../../../format/money.ts';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { eventParams, paths } from '../../../paths.ts';
import { buttonStyle } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../../ui/empty-state.tsx';
import { defaultView, findShownCategory } from '../browse/events-search.ts';
import { SubscribeLinks } from '../browse/subscribe-links.tsx';
import { categoriesQuery } from '../events.api.ts';
import { CalendarChips } from './calendar-chips.tsx';
import { dayOf, findFirstCut } from './calendar-cut.ts';
import { columnOf, listDays, shiftMonth } from './calendar-month.ts';
import { isOnNow } from '../on-now.ts';
import { type CalendarEntry, calendarQuery } from './events.calendar.api.ts';
import styles from '../../../styles/calendar.css?inline';

const route = getRouteApi('/events/calendar');

/** The events of a month: a grid in wide windows, and a list of the days that have events in narrow ones. */
export function CalendarPage() {
  const search = route.useSearch();
  const { timeZone } = useSite();
  const { data, error, isPlaceholderData, dataUpdatedAt, refetch } = useQuery(
    calendarQuery(search, timeZone),
  );
  const { data: categories } = useQuery(categoriesQuery);
  const { category, free } = search;
  // The heading must not say a word that is only in the address.
  const shown = findShownCategory(categories, category);
  const firstCut = data ? findFirstCut(data, dataUpdatedAt, timeZone) : null;
  const today = dayOf(new Date(dataUpdatedAt).toISOString(), timeZone);
  return (
    <div className="page-width py-10 sm:py-14">
      <style href="calendar" precedence="foyer">
        {styles}
      </style>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <h1 className="text-5xl font-semibold sm:text-6xl">What’s on</h1>
        <Link
          to={paths.events}
          search={{ month: search.month, category, free }}
          className={buttonStyle('secondary')}
        >
          <LayoutGrid size={18} aria-hidden />
          Show with pictures
        </Link>
      </div>
      <CalendarChips
        search={search}
        categories={categories?.categories.map(({ name }) => name) ?? []}
        shown={shown?.name}
      />
      {data ? (
        <div aria-busy={isPlaceholderData} className={classes('mt-8', isPlaceholderData && 'opacity-50')}>
          <MonthHeading month={data.month} category={shown?.name} today={today} />
          {firstCut && (
            <p className="mt-3 text-ink-soft">
              {data.total} events are too many for one calendar. From{' '}
              {formatFullDate(noonOf(firstCut), 'UTC')} on, they are not all shown here.{' '}
              <Link
                to={paths.events}
                search={{
                  month: data.month,
                  category,
                  free,
                  page: Math.floor(data.events.length / defaultView.perPage) + 1,
                }}
                className="font-semibold text-spot underline underline-offset-4"
              >
                See the rest as a list
              </Link>
            </p>
          )}
          {data.events.length === 0 ? (
            <EmptyState
              className="mt-6"
              drawing="calendar"
              title="No events found"
              hint={
                category || free
                  ? 'Nothing like this is planned for the rest of this month. Choose “All”, or look at the next month.'
                  : 'Nothing more is planned for this month. Look at the next one.'
              }
            />
          ) : (
            <Days
              month={data.month}
              events={data.events}
              asOf={dataUpdatedAt}
              today={today}
              firstCut={firstCut}
            />
          )}
        </div>
      ) : error ? (
        <ErrorState
          className="mt-8"
          message={messageOf(error, 'Failed to load events')}
          onRetry={() => void refetch()}
        />
      ) : (
        <Skeleton className="mt-8 h-128 rounded-2xl" />
      )}
      <SubscribeLinks
        feed={{ category: shown?.id }}
        words={shown ? `${shown.name} events` : 'events'}
        className="mt-12"
      />
    </div>
  );
}

/** How far links lead into the future, so that search engines do not follow them for ever. */
const monthsAhead = 24;

interface MonthHeadingProps {
  month: string;
  category: string | undefined;
  today: string;
}

const roundStyle = 'grid size-11 shrink-0 place-items-center rounded-full border';
const left = <ChevronLeft size={20} aria-hidden />;
const right = <ChevronRight size={20} aria-hidden />;

/** Keeps its place, so that the other link does not move under a thumb that presses twice. */
function NoStep({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden className={classes(roundStyle, 'border-line text-line-strong')}>
      {children}
    </span>
  );
}

/** Earlier months have no events that could still be visited, so no link leads there. */
function MonthHeading({ month, category: shownCategory, today }: MonthHeadingProps) {
  const { category, free } = route.useSearch();
  const thisMonth = today.slice(0, 7);
  const step = (target: string, label: string, icon: ReactNode) => (
    <Link
      to={paths.eventsCalendar}
      search={{ month: target, category, free }}
      resetScroll={false}
      aria-label={`${label}: ${nameMonth(target)}`}
      className={classes(roundStyle, 'border-line-strong hover:border-ink')}
    >
      {icon}
    </Link>
  );
  return (
    <div className="flex items-center gap-3">
      {month > thisMonth ? step(shiftMonth(month, -1), 'Previous month', left) : <NoStep>{left}</NoStep>}
      {month < shiftMonth(thisMonth, monthsAhead) ? (
        step(shiftMonth(month, 1), 'Next month', right)
      ) : (
        <NoStep>{right}</NoStep>
      )}
      <h2 className="text-2xl font-semibold sm:text-3xl">
        {[free && 'Free', shownCategory, nameMonth(month)].filter(Boolean).join(' · ')}
      </h2>
    </div>
  );
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

interface DaysProps {
  month: string;
  events: CalendarEntry[];
  /** When the events were read, in milliseconds since 1970. */
  asOf: number;
  today: string;
  /** The first day whose events are not all known. Null if all are. */
  firstCut: string | null;
}

function Days({ month, events, asOf, today, firstCut }: DaysProps) {
  const { timeZone } = useSite();
  const days = listDays(month, today);
  const byDay = Map.groupBy(events, (event) =>
    isOnNow(event, asOf) ? today : dayOf(event.start_time, timeZone),
  );
  return (
    <>
      <div aria-hidden className="month-weekdays text-sm font-semibold text-ink-faint">
        {weekdays.map((name) => (
          <span key={name} className="truncate px-2">
            {name}
          </span>
        ))}
      </div>
      <ol className="month-days" style={{ '--first-column': columnOf(days[0] ?? today) } as CSSProperties}>
        {days.map((day) => (
          <li key={day} className="month-day relative" data-empty={byDay.has(day) ? undefined : ''}>
            <Day
              day={day}
              events={byDay.get(day) ?? []}
              asOf={asOf}
              isToday={day === today}
              isCut={firstCut !== null && day >= firstCut}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

interface DayProps {
  day: string;
  events: CalendarEntry[];
  asOf: number;
  isToday: boolean;
  /** Whether the day may have more events. */
  isCut: boolean;
}

function Day({ day, events, asOf, isToday, isCut }: DayProps) {
  const noon = noonOf(day);
  return (
    <>
      <h3
        className={classes(
          'font-sans text-[0.9375rem] font-semibold text-ink-soft',
          isToday && 'month-today',
        )}
      >
        <span className="month-date">
          {isToday && 'Today, '}
          {`${weekdayOf(noon, 'UTC')}, ${formatFullDate(noon, 'UTC')}`}
        </span>
        <span aria-hidden className="month-number">
          {Number(day.slice(8))}
        </span>
      </h3>
      {events.length > 0 && (
        <ul className="mt-2 grid gap-2">
          {events.map((event) => (
            <li key={event.id}>
              <Entry event={event} isOn={isOnNow(event, asOf)} />
            </li>
          ))}
        </ul>
      )}
      {isCut && <p className="mt-2 text-sm text-ink-faint">See the list</p>}
    </>
  );
}

function Entry({ event, isOn }: { event: CalendarEntry; isOn: boolean }) {
  const { timeZone } = useSite();
  return (
    <Link to={paths.event} params={eventParams(event)} className="month-entry hover:underline">
      <span className="block text-sm text-ink-soft">
        {isOn ? <strong>On now</strong> : formatTime(event.start_time, timeZone)}
        <span className="month-price"> · {formatPriceRange(event.price, event.highest_price)}</span>
      </span>
      <span className="line-clamp-3 font-semibold wrap-anywhere">{event.title}</span>
    </Link>
  );
}

function noonOf(day: string): string {
  return `${day}T12:00:00Z`;
}
