import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { formatDate, nameMonth } from '../../format/dates.ts';
import { formatMoney } from '../../format/money.ts';
import { Link } from '../../layout/link.tsx';
import { useSite } from '../../layout/use-site.ts';
import { eventParams, paths } from '../../paths.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Gauge } from '../../ui/gauge.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyPart } from '../../ui/empty-part.tsx';
import type { DrawingName } from '../../ui/empty-state.tsx';
import { BreakableName } from '../users/breakable-name.tsx';
import {
  eventsTableQuery,
  siteMoneyQuery,
  systemQuery,
  type SystemCheck,
  usersTableQuery,
} from './admin.api.ts';
import { useAdminId } from './use-admin-id.ts';

const listed = 5;

/** The worst part of the system check, and jobs that fail, with a link to all of it. Shows nothing while all works. */
export function SystemTrouble() {
  const { data } = useQuery(systemQuery(useAdminId()));
  const troubles = findTroubles(data?.checks ?? []);
  if (troubles.length === 0) return null;
  return (
    <ul className="mb-6 grid gap-2">
      {troubles.map(({ part, state, says }) => (
        <li key={part}>
          <Notice
            tone={state === 'broken' ? 'bad' : 'warn'}
            action={
              <Link to={paths.adminSettings} className={buttonStyle('secondary', 'sm')}>
                See the system check
              </Link>
            }
          >
            <p className="font-semibold">{says}</p>
          </Notice>
        </li>
      ))}
    </ul>
  );
}

/** The server lists the parts in the order of their weight. */
function findTroubles(checks: readonly SystemCheck[]): SystemCheck[] {
  const troubles = checks.filter(({ state }) => state !== 'ok');
  const worst = troubles.find(({ state }) => state === 'broken') ?? troubles[0];
  return troubles.filter((check) => check === worst || check.part === 'jobs');
}

/** What the site took in the last months, what is new, and who is. */
export function OverviewLists() {
  return (
    <div className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,16rem),1fr))] gap-6">
      <MoneyTaken />
      <RecentEvents />
      <RecentSignUps />
    </div>
  );
}

const shownMonths = 6;

function MoneyTaken() {
  const { data, isError } = useQuery(siteMoneyQuery(useAdminId()));
  const months = data?.months.slice(0, shownMonths);
  const most = Math.max(1, ...(months ?? []).map(({ taken }) => taken));
  return (
    <ListCard title="Money taken" more={{ to: paths.adminPayments, label: 'All payments' }}>
      <Rows
        isError={isError}
        drawing="coins"
        empty="No payment has arrived yet."
        rows={months?.map(({ month, taken, refunded }) => (
          <li key={month} className="py-2">
            <p className="flex justify-between gap-4">
              <span className="font-semibold">{nameMonth(month)}</span>
              <span className="tabular-nums">{formatMoney(taken)}</span>
            </p>
            {refunded > 0 && (
              <p className="text-right text-sm text-ink-soft tabular-nums">
                {formatMoney(refunded)} refunded
              </p>
            )}
            <Gauge part={taken / most} className="mt-1" />
          </li>
        ))}
      />
    </ListCard>
  );
}

function RecentEvents() {
  const { timeZone } = useSite();
  const { data, isError } = useQuery(eventsTableQuery(useAdminId(), {}));
  return (
    <ListCard title="Recent events" more={{ to: paths.adminEvents, label: 'All events' }}>
      <Rows
        isError={isError}
        drawing="poster"
        empty="No events yet."
        rows={data?.rows.slice(0, listed).map((event) => (
          <li key={event.id} className="py-2 leading-snug">
            <Link
              to={paths.event}
              params={eventParams(event)}
              className="font-semibold wrap-anywhere hover:underline"
            >
              {event.title}
            </Link>
            <span className="block text-sm text-ink-soft">
              {event.status === 'published' ? formatDate(event.start_time, timeZone) : event.status}
            </span>
          </li>
        ))}
      />
    </ListCard>
  );
}

function RecentSignUps() {
  const { timeZone } = useSite();
  const { data, isError } = useQuery(usersTableQuery(useAdminId(), {}));
  return (
    <ListCard title="Recent sign-ups" more={{ to: paths.adminUsers, label: 'All users' }}>
      <Rows
        isError={isError}
        drawing="seats"
        empty="No users yet."
        rows={data?.rows.slice(0, listed).map(({ id, username, created_at }) => (
          <li key={id} className="flex justify-between gap-4 py-2">
            <Link
              to={paths.adminUser}
              params={{ id: String(id) }}
              className="min-w-0 font-semibold wrap-anywhere hover:underline"
            >
              <BreakableName name={username} />
            </Link>
            <span className="shrink-0 text-sm leading-6 text-ink-soft">
              {formatDate(created_at, timeZone)}
            </span>
          </li>
        ))}
      />
    </ListCard>
  );
}

interface ListCardProps {
  title: string;
  more: {
    to: typeof paths.adminPayments | typeof paths.adminEvents | typeof paths.adminUsers;
    label: string;
  };
  children: ReactNode;
}

function ListCard({ title, more, children }: ListCardProps) {
  return (
    <Card className="flex flex-col p-5">
      <h2 className="text-xl font-semibold">{title}</h2>
      <div className="mt-2">{children}</div>
      <p className="mt-auto pt-3">
        <Link to={more.to} className="text-[0.9375rem] font-semibold underline underline-offset-4">
          {more.label}
        </Link>
      </p>
    </Card>
  );
}

interface RowsProps {
  /** Undefined while the rows load. */
  rows: ReactNode[] | undefined;
  isError: boolean;
  empty: string;
  drawing: DrawingName;
}

function Rows({ rows, isError, empty, drawing }: RowsProps) {
  if (!rows)
    return isError ? <p className="text-bad">This could not be loaded.</p> : <Skeleton className="h-40" />;
  if (rows.length === 0) return <EmptyPart drawing={drawing}>{empty}</EmptyPart>;
  return <ul className="divide-y divide-line">{rows}</ul>;
}
