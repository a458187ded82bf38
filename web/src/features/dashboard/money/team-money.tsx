import { useMutation, useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { messageOf } from '../../../api/call-error.ts';
import { fetchFile } from '../../../api/client.ts';
import { formatDate, nameMonth } from '../../../format/dates.ts';
import { formatMoney } from '../../../format/money.ts';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Figure, Figures } from '../../../ui/figure.tsx';
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx';
import { Pagination } from '../../../ui/lists/pagination.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { saveFile, writeFileName } from '../../../ui/save-file.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/states.tsx';
import type { Membership } from '../../teams/team-roles.ts';
import {
  type EventMoney,
  type MoneyOfEvent,
  type MoneyOfMonth,
  teamMoneyQuery,
} from './dashboard.money.api.ts';

interface TeamMoneyProps {
  team: Membership;
  userId: number;
  page: number;
}

/** What the team's events took and refunded. Only team admins see it. */
export function TeamMoney({ team, userId, page }: TeamMoneyProps) {
  const { data, error, refetch } = useQuery(teamMoneyQuery(team.team_id, userId, page));
  return (
    <Loaded
      data={data}
      failure={error && messageOf(error, 'Failed to load the money of the team')}
      onRetry={() => void refetch()}
      skeleton={<MoneySkeleton />}
    >
      {({ totals, months, events, total_events, total_pages }) =>
        total_events === 0 ? (
          <EmptyState
            drawing="coins"
            title="No money yet"
            hint="What your events take, and what goes back to buyers, is added up here."
          />
        ) : (
          <div className="grid gap-10">
            <Totals totals={totals} />
            <section>
              <MoneyHeading title="By event" team={team} by="event" />
              <EventsTable events={events} />
              <div className="mt-6">
                <Pagination
                  page={page}
                  totalPages={total_pages}
                  renderLink={(target, link) => (
                    <Link
                      to={paths.dashboard}
                      search={{
                        section: 'money',
                        team: team.team_id,
                        page: target === 1 ? undefined : target,
                      }}
                      {...link}
                    />
                  )}
                />
              </div>
            </section>
            <section>
              <MoneyHeading title="By month" team={team} by="month" />
              <MonthsTable months={months} />
            </section>
          </div>
        )
      }
    </Loaded>
  );
}

function Totals({ totals }: { totals: EventMoney }) {
  const kept = totals.taken - totals.refunded - totals.disputed;
  return (
    <Figures className="rounded-2xl border border-line bg-raised p-5 sm:p-6">
      <Figure name="taken">{formatMoney(totals.taken)}</Figure>
      <Figure name="refunded">{formatMoney(totals.refunded)}</Figure>
      {totals.disputed > 0 && <Figure name="disputed">{formatMoney(totals.disputed)}</Figure>}
      <Figure name="left">{formatMoney(kept)}</Figure>
      <Figure name="outstanding">{formatMoney(totals.outstanding)}</Figure>
    </Figures>
  );
}

interface MoneyHeadingProps {
  title: string;
  team: Membership;
  by: 'event' | 'month';
}

function MoneyHeading({ title, team, by }: MoneyHeadingProps) {
  const download = useMutation({
    mutationFn: () => fetchFile('GET /teams/:id/money.csv', { params: { id: team.team_id }, query: { by } }),
    onSuccess: (file) => saveFile(writeFileName(`Money of ${team.team_name} by ${by}`, 'csv'), file),
    onError: (error) => toast.error(messageOf(error, 'Failed to download the table')),
  });
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <h2 className="text-2xl font-semibold">{title}</h2>
      <Button
        variant="secondary"
        size="sm"
        busy={download.isPending}
        aria-label={`Download CSV: ${title}`}
        onClick={() => download.mutate()}
      >
        {!download.isPending && <Download size={17} aria-hidden />}
        Download CSV
      </Button>
    </div>
  );
}

const amount = { className: 'whitespace-nowrap', isNumber: true } as const;

const disputedColumn: Column<MoneyOfEvent> = {
  header: 'Disputed',
  ...amount,
  cell: ({ money }) => formatMoney(money.disputed),
};

function EventsTable({ events }: { events: readonly MoneyOfEvent[] }) {
  const { timeZone } = useSite();
  return (
    <DataTable
      label="Money by event"
      columns={describeColumns(events, timeZone)}
      rows={events}
      rowKey={({ id }) => id}
      needs={640}
    />
  );
}

function describeColumns(events: readonly MoneyOfEvent[], timeZone: string): Column<MoneyOfEvent>[] {
  return [
    {
      header: 'Event',
      isName: true,
      cell: ({ id, title, status }) => (
        <Link to={paths.eventOrders} params={{ id: String(id) }} className="hover:underline">
          {title}
          {status === 'cancelled' && ' (cancelled)'}
        </Link>
      ),
    },
    {
      header: 'Date',
      className: 'whitespace-nowrap',
      cell: ({ start_time }) => formatDate(start_time, timeZone),
    },
    { header: 'Taken', ...amount, cell: ({ money }) => formatMoney(money.taken) },
    { header: 'Refunded', ...amount, cell: ({ money }) => formatMoney(money.refunded) },
    ...(events.some(({ money }) => money.disputed > 0) ? [disputedColumn] : []),
    { header: 'Outstanding', ...amount, cell: ({ money }) => formatMoney(money.outstanding) },
  ];
}

function MonthsTable({ months }: { months: readonly MoneyOfMonth[] }) {
  const columns: Column<MoneyOfMonth>[] = [
    { header: 'Month', isName: true, cell: ({ month }) => nameMonth(month) },
    { header: 'Taken', ...amount, cell: ({ taken }) => formatMoney(taken) },
    { header: 'Refunded', ...amount, cell: ({ refunded }) => formatMoney(refunded) },
  ];
  return (
    <DataTable
      label="Money by month"
      columns={columns}
      rows={months}
      rowKey={({ month }) => month}
      needs={480}
    />
  );
}

function MoneySkeleton() {
  return (
    <output className="grid gap-3">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-28" />
      <Skeleton className="h-64" />
    </output>
  );
}
