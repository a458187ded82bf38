import type { SessionUser } from '../../../api/session.ts';
import { listCreatingTeams } from '../../teams/team-roles.ts';
import { EditableEvent, EventTitleLink } from './editable-event.tsx';
import { EventForm } from './event-form.tsx';

/** The form for a new event, filled with everything of an existing one except its dates. */
export function CopyEvent({ id, user }: { id: number; user: SessionUser }) {
  const teams = listCreatingTeams(user);
  return (
    <EditableEvent id={id} user={user}>
      {(event, types) => (
        <div className="page-width py-10 sm:py-14">
          <h1 className="text-5xl font-semibold sm:text-6xl">Create Event</h1>
          <p className="mt-4 mb-10 text-lg text-ink-soft">
            A copy of <EventTitleLink event={event} />. Choose when it takes place.
          </p>
          <EventForm
            key={event.id}
            event={null}
            copied={{ event, types }}
            // The copy belongs to the same team unless the user may choose it.
            teams={teams.some(({ team_id }) => team_id === event.team_id) ? teams : []}
            user={user}
          />
        </div>
      )}
    </EditableEvent>
  );
}
