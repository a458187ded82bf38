import { useParams } from '@tanstack/react-router';
import type { SessionUser } from '../../../api/session.ts';
import { RequireUser } from '../../../layout/guards.tsx';
import { ManagedEventNotFound } from '../managed-event-notices.tsx';
import { EditableEvent, EventTitleLink } from './editable-event.tsx';
import { EventForm } from './event-form.tsx';

/** Two routes show this page: one calls the event's id `id`, the other `eventId`. */
export function EditEventPage() {
  const { id, eventId } = useParams({ strict: false });
  const number = Number(eventId ?? id);
  return (
    <RequireUser>
      {(user) =>
        Number.isSafeInteger(number) && number > 0 ? (
          <EditEvent id={number} user={user} />
        ) : (
          <ManagedEventNotFound />
        )
      }
    </RequireUser>
  );
}

function EditEvent({ id, user }: { id: number; user: SessionUser }) {
  return (
    <EditableEvent id={id} user={user}>
      {(event, types) => (
        <div className="page-width py-10 sm:py-14">
          <h1 className="text-5xl font-semibold sm:text-6xl">Edit Event</h1>
          <p className="mt-4 mb-10 text-lg text-ink-soft">
            <EventTitleLink event={event} />
            {event.team_name && `, hosted by ${event.team_name}`}
          </p>
          <EventForm key={event.id} event={event} types={types} teams={[]} user={user} />
        </div>
      )}
    </EditableEvent>
  );
}
