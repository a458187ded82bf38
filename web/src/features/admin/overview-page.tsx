import { useQuery } from '@tanstack/react-query';
import {
  CalendarDays,
  LifeBuoy,
  type LucideIcon,
  ShieldCheck,
  UserCheck,
  Users,
  UsersRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '../../format/counts.ts';
import { Link } from '../../layout/link.tsx';
import { paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { describeAdminFailure } from './admin-failure.ts';
import { AdminFrame } from './admin-frame.tsx';
import { totalsQuery } from './admin.api.ts';
import { OverviewLists, SystemTrouble } from './overview-lists.tsx';
import { useAdminId } from './use-admin-id.ts';

export function OverviewPage() {
  return (
    <AdminFrame section="overview" heading="Overview">
      <SystemTrouble />
      <Totals />
      <OverviewLists />
      <div className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-6">
        <SecurityStatus />
        <Support />
      </div>
    </AdminFrame>
  );
}

const cards = [
  { name: 'Total registered users', total: 'total_users', to: paths.adminUsers, Icon: Users },
  { name: 'Active teams', total: 'total_teams', to: paths.adminTeams, Icon: UsersRound },
  { name: 'Total events', total: 'total_events', to: paths.adminEvents, Icon: CalendarDays },
  { name: 'Active team memberships', total: 'total_team_members', to: paths.adminTeams, Icon: UserCheck },
] as const;

function Totals() {
  const { data, error, refetch } = useQuery(totalsQuery(useAdminId()));
  if (error && !data) {
    return (
      <ErrorState
        message={describeAdminFailure(error, 'Failed to load dashboard data')}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <ul aria-busy={!data} className="grid grid-cols-2 gap-4 sm:gap-6 xl:grid-cols-4">
      {cards.map(({ name, total, to, Icon }) => (
        <li key={name}>
          <Stat name={name} to={to} Icon={Icon} count={data?.[total]} />
        </li>
      ))}
    </ul>
  );
}

interface StatProps {
  name: string;
  to: (typeof cards)[number]['to'];
  Icon: LucideIcon;
  /** This is undefined while the count loads. */
  count: number | undefined;
}

function Stat({ name, to, Icon, count }: StatProps) {
  return (
    <Link
      to={to}
      className="block h-full rounded-2xl border border-line bg-raised p-4 transition-colors duration-150 hover:border-ink sm:p-5"
    >
      <Icon size={22} aria-hidden className="text-spot" />
      <span className="mt-3 block font-display text-3xl leading-none font-semibold sm:text-4xl">
        {count === undefined ? <Skeleton className="h-9 w-20" /> : formatNumber(count)}
      </span>
      <span className="mt-2 block text-[0.9375rem] leading-snug text-ink-soft">{name}</span>
    </Link>
  );
}

function SecurityStatus() {
  return (
    <SampleCard title="Security Status" Icon={ShieldCheck}>
      <p className="font-semibold">All systems operational</p>
      <p className="text-ink-soft">Last security audit: 3 days ago</p>
    </SampleCard>
  );
}

function Support() {
  return (
    <SampleCard title="Support" Icon={LifeBuoy}>
      <p className="font-semibold">8 open support tickets</p>
    </SampleCard>
  );
}

interface SampleCardProps {
  title: string;
  Icon: LucideIcon;
  children: ReactNode;
}

function SampleCard({ title, Icon, children }: SampleCardProps) {
  return (
    <Card className="flex flex-col p-6">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="flex items-center gap-2.5 text-2xl font-semibold">
          <Icon size={22} aria-hidden className="shrink-0 text-ink-soft" />
          {title}
        </h2>
        <Badge tone="outline">Sample text</Badge>
      </div>
      <div className="mt-3">{children}</div>
      <p className="mt-auto pt-4 text-[0.9375rem] text-ink-soft">
        This text is fixed and measures nothing. See the{' '}
        <Link to={paths.adminSettings} className="font-semibold text-spot underline">
          system check
        </Link>{' '}
        for the real state of the site.
      </p>
    </Card>
  );
}
