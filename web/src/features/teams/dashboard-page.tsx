import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link, Navigate } from '@tanstack/react-router';
import { PanelLeft, Plus } from 'lucide-react';
import type { SessionUser } from '../../api/session.ts';
import { RequireUser } from '../../layout/guards.tsx';
import { PageSkeleton } from '../../layout/page-skeleton.tsx';
import { paths } from '../../paths.ts';
import { buttonStyle, IconButton } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { DashboardNav, sectionNames } from './dashboard-nav.tsx';
import { chooseTeam, type Section, sections } from './dashboard-search.ts';
import { DashboardError, TeamDrafts, TeamEvents } from './team-events.tsx';
import { TeamMembers } from './team-members.tsx';
import { type Membership, mayEditEvents } from './team-roles.ts';
import { membershipsQuery } from './teams.api.ts';
import { useSidebar } from './use-sidebar.ts';

const route = getRouteApi('/dashboard');

export function DashboardPage() {
  return <RequireUser>{(user) => <TeamOrProfile user={user} />}</RequireUser>;
}

/** The session may be older than a membership: who seems to have no team is looked up before being sent away. */
function TeamOrProfile({ user }: { user: SessionUser }) {
  const { team: asked } = route.useSearch();
  const memberships = useQuery(membershipsQuery(user.id));
  const team = chooseTeam(user.teams, asked);
  if (team) return <Dashboard user={user} team={team} />;
  if (memberships.isPending) return <PageSkeleton />;
  if (memberships.isError) {
    return (
      <div className="page-width py-16">
        <DashboardError error={memberships.error} onRetry={() => void memberships.refetch()} />
      </div>
    );
  }
  return <Navigate to={paths.profile} replace />;
}

function Dashboard({ user, team }: { user: SessionUser; team: Membership }) {
  const search = route.useSearch();
  const section = sections.find((known) => known === search.section) ?? sections[0];
  const sidebar = useSidebar();
  const beside = sidebar.wide && sidebar.open;
  const nav = { teams: user.teams, team, section };
  return (
    <div
      className={`page-width grid items-start gap-x-10 py-6 sm:py-10 ${beside ? 'md:grid-cols-[16rem_minmax(0,1fr)]' : ''}`}
    >
      {beside && (
        <aside id="dashboard-sidebar" className="sticky top-26 hidden md:block">
          <p className="font-display text-2xl leading-tight font-semibold">Team Dashboard</p>
          <p className="text-ink-soft">Event Management</p>
          <div className="mt-5">
            <DashboardNav {...nav} />
          </div>
        </aside>
      )}
      <Sheet
        open={!sidebar.wide && sidebar.open}
        onOpenChange={sidebar.closeSheet}
        title="Team Dashboard"
        description="Event Management"
      >
        <DashboardNav {...nav} onChoose={sidebar.closeSheet} />
      </Sheet>
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-4">
          <IconButton
            label="Toggle sidebar"
            title="Toggle sidebar (Ctrl+B)"
            aria-expanded={sidebar.open}
            aria-keyshortcuts="Control+B Meta+B"
            className="-ml-2.5"
            onClick={sidebar.toggle}
          >
            <PanelLeft size={21} aria-hidden />
          </IconButton>
          <h1 className="flex-1 text-3xl font-semibold whitespace-nowrap sm:text-4xl lg:text-5xl">
            {sectionNames[section]}
          </h1>
          {section !== 'team-members' && <CreateLink user={user} team={team} />}
        </div>
        <div className="mt-7">
          <SectionContent section={section} user={user} team={team} />
        </div>
      </div>
    </div>
  );
}

function CreateLink({ user, team }: { user: SessionUser; team: Membership }) {
  if (!user.is_site_admin && !mayEditEvents(team.role)) return null;
  return (
    <Link
      to={paths.createEvent}
      search={{ team: team.team_id }}
      className={`${buttonStyle()} w-full sm:w-auto`}
    >
      <Plus size={19} aria-hidden />
      Create New Event
    </Link>
  );
}

function SectionContent({ section, user, team }: { section: Section; user: SessionUser; team: Membership }) {
  const mayEdit = mayEditEvents(team.role);
  const ids = { teamId: team.team_id, userId: user.id };
  switch (section) {
    case 'all-events':
      return <TeamEvents {...ids} mayEdit={mayEdit} />;
    case 'draft-events':
      return <TeamDrafts {...ids} mayEdit={mayEdit} />;
    case 'team-members':
      return <TeamMembers {...ids} />;
  }
}
