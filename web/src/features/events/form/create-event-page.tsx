import { getRouteApi } from '@tanstack/react-router';
import type { SessionUser } from '../../../api/session.ts';
import { RequireUser } from '../../../layout/guards.tsx';
import { Link } from '../../../layout/link.tsx';
import { NoticeCard } from '../../../layout/notice-card.tsx';
import { paths } from '../../../paths.ts';
import { buttonStyle } from '../../../ui/button.tsx';
import { listCreatingTeams, type Membership } from '../../teams/team-roles.ts';
import { CopyEvent } from './copy-event.tsx';
import { EventForm } from './event-form.tsx';

const route = getRouteApi('/events/create');

export function CreateEventPage() {
  const { copy } = route.useSearch();
  return (
    <RequireUser>
      {(user) => (copy ? <CopyEvent id={copy} user={user} /> : <CreateEvent user={user} />)}
    </RequireUser>
  );
}

function CreateEvent({ user }: { user: SessionUser }) {
  const { team: asked } = route.useSearch();
  const teams = listCreatingTeams(user);
  const own = user.teams.find(({ team_id }) => team_id === asked);
  if (teams.length === 0 || (own && !teams.includes(own))) return <MayNotCreate user={user} team={own} />;
  const [only, ...others] = teams;
  const team = others.length === 0 ? only : teams.find(({ team_id }) => team_id === asked);
  return (
    <div className="page-width py-10 sm:py-14">
      <h1 className="text-5xl font-semibold sm:text-6xl">Create Event</h1>
      <p className="mt-4 mb-10 text-lg text-ink-soft">
        {only && others.length === 0 && `For ${only.team_name}. `}
        You can change everything later.
      </p>
      <EventForm event={null} teams={teams} teamId={team?.team_id} user={user} />
    </div>
  );
}

/** @param team the team whose page the user came from; the user cannot create events for this team */
function MayNotCreate({ user, team }: { user: SessionUser; team: Membership | undefined }) {
  if (user.is_site_admin) {
    return (
      <NoticeCard
        title="You need a team first"
        text="Events belong to a team, and you are in none. The admin dashboard creates events for any team."
        action={
          <Link to={paths.adminEvents} className={buttonStyle('primary', 'lg')}>
            Open Admin Events
          </Link>
        }
      />
    );
  }
  return (
    <NoticeCard
      tone="bad"
      title="Permission Denied"
      text={`You don't have permission to create events${team ? ` for ${team.team_name}` : ''}. Only team admins and event managers create a team's events; a team admin can give you that role.`}
      action={
        user.teams.length > 0 ? (
          <Link
            to={paths.dashboard}
            search={{ team: team?.team_id }}
            className={buttonStyle('primary', 'lg')}
          >
            Return to Dashboard
          </Link>
        ) : (
          <Link to={paths.events} className={buttonStyle('primary', 'lg')}>
            Back to Events
          </Link>
        )
      }
    />
  );
}
