import { getRouteApi, Link } from '@tanstack/react-router';
import type { SessionUser } from '../../api/session.ts';
import { RequireUser } from '../../layout/guards.tsx';
import { paths } from '../../paths.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { listCreatingTeams } from '../teams/team-roles.ts';
import { EventForm } from './event-form.tsx';
import { NoticeCard } from '../../layout/notice-card.tsx';

const route = getRouteApi('/events/create');

export function CreateEventPage() {
  return <RequireUser>{(user) => <CreateEvent user={user} />}</RequireUser>;
}

function CreateEvent({ user }: { user: SessionUser }) {
  const { team: asked } = route.useSearch();
  const teams = listCreatingTeams(user);
  if (teams.length === 0) {
    return (
      <NoticeCard
        title="You need a team first"
        text="Events belong to a team, and only its team admins and event managers create them. Ask one of them to give you that role."
        action={
          <Link to={paths.events} className={buttonStyle()}>
            Back to Events
          </Link>
        }
      />
    );
  }
  const [only, ...others] = teams;
  const team = others.length === 0 ? only : teams.find(({ team_id }) => team_id === asked);
  return (
    <div className="page-width py-10 sm:py-14">
      <h1 className="text-5xl font-semibold sm:text-6xl">Create Event</h1>
      <p className="mt-4 mb-10 text-lg text-ink-soft">
        {only && others.length === 0 && `For ${only.team_name}. `}
        Everything can be changed later.
      </p>
      <EventForm event={null} teams={teams} teamId={team?.team_id} user={user} />
    </div>
  );
}
