import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useEffect } from 'react';
import type { SessionUser } from '../../api/session.ts';
import { RequireUser } from '../../layout/guards.tsx';
import { Link } from '../../layout/link.tsx';
import { PageSkeleton } from '../../layout/page-skeleton.tsx';
import { SidebarPage } from '../../layout/sidebar/sidebar-page.tsx';
import { paths } from '../../paths.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { DashboardNav, listSections, sectionNames } from './dashboard-nav.tsx';
import { chooseTeam, type Section, sections } from './dashboard-search.ts';
import { DashboardError, TeamDrafts, TeamEvents } from './team-events.tsx';
import { TeamMoney } from './money/team-money.tsx';
import { AddMemberButton, TeamMembers } from './team-members.tsx';
import { InvitationsNotice } from '../teams/invitations/invitations-notice.tsx';
import { VerifyNotice } from '../users/verify-notice.tsx';
import { type Membership, mayManageMembers } from '../teams/team-roles.ts';
import { membershipsQuery } from '../teams/teams.api.ts';
import { toast } from '../../ui/overlays/toast.ts';

const route = getRouteApi('/dashboard');

export function DashboardPage() {
  return <RequireUser>{(user) => <TeamOrProfile user={user} />}</RequireUser>;
}

/**
 * Shows the dashboard of the user's team. A user without a team is sent to the profile, but only after the
 * memberships are loaded again, because the user may have joined a team since the login.
 */
function TeamOrProfile({ user }: { user: SessionUser }) {
  const { team: wantedId } = route.useSearch();
  const memberships = useQuery(membershipsQuery(user.id));
  const team = chooseTeam(user.teams, wantedId);
  const failed = !team && memberships.isError;
  useEffect(() => {
    if (failed) toast.error('Failed to load teams');
  }, [failed]);
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
  const section = listSections(team.role).find((known) => known === search.section) ?? sections[0];
  return (
    <SidebarPage
      title="Team Dashboard"
      subtitle="Event Management"
      renderNav={(onChoose) => (
        <DashboardNav teams={user.teams} team={team} section={section} onChoose={onChoose} />
      )}
      heading={sectionNames[section]}
      actions={
        section === 'team-members'
          ? mayManageMembers(team.role) && (
              <AddMemberButton team={team} userId={user.id} invites={!user.is_site_admin} />
            )
          : // The page about money begins with its numbers.
            section !== 'money' && <CreateLink team={team} />
      }
    >
      <InvitationsNotice userId={user.id} className="mb-7" />
      <VerifyNotice user={user} className="mb-7" />
      <SectionContent section={section} user={user} team={team} page={search.page ?? 1} />
    </SidebarPage>
  );
}

/** Every member sees this link. Members who cannot create events read on its page which roles they need. */
function CreateLink({ team }: { team: Membership }) {
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

interface SectionContentProps {
  section: Section;
  user: SessionUser;
  team: Membership;
  page: number;
}

function SectionContent({ section, user, team, page }: SectionContentProps) {
  const view = { team, userId: user.id };
  switch (section) {
    case 'all-events':
      return <TeamEvents key={team.team_id} {...view} />;
    case 'draft-events':
      return <TeamDrafts {...view} />;
    case 'team-members':
      return <TeamMembers key={team.team_id} {...view} />;
    case 'money':
      return <TeamMoney key={team.team_id} {...view} page={page} />;
  }
}
