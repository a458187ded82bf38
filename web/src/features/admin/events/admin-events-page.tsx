import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { eventParams, paths } from '../../../paths.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/lists/data-table.tsx';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { NewEventDialog } from './admin-event-form.tsx';
import { BreakableName } from '../../users/breakable-name.tsx';
import { AdminFrame } from '../admin-frame.tsx';
import { eventSorts } from '../admin-search.ts';
import { AdminTable } from '../admin-table.tsx';
import { type AdminEvent, eventsTableQuery } from '../admin.api.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import { DeleteButton, EditLink, ViewLink } from '../row-actions.tsx';
import { unsavedId } from '../use-admin-change.ts';
import { useAdminId } from '../use-admin-id.ts';
import { useDeleteEvent } from './use-event-changes.ts';

const route = getRouteApi('/admin/events');
const addButtonId = 'add-event';

export function AdminEventsPage() {
  const [adding, setAdding] = useState(false);
  const [toDelete, setToDelete] = useState<AdminEvent | null>(null);
  return (
    <AdminFrame
      section="events"
      heading="Events"
      actions={
        <Button id={addButtonId} className="w-full sm:w-auto" onClick={() => setAdding(true)}>
          <CalendarPlus size={18} aria-hidden />
          Create New Event
        </Button>
      }
    >
      <EventsTable onDelete={setToDelete} />
      {adding && (
        <NewEventDialog
          onClose={() => setAdding(false)}
          finalFocus={() => document.getElementById(addButtonId)}
        />
      )}
      {toDelete && <DeleteEventDialog event={toDelete} onClose={() => setToDelete(null)} />}
    </AdminFrame>
  );
}

function EventsTable({ onDelete }: { onDelete: (event: AdminEvent) => void }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { timeZone } = useSite();
  const list = useQuery(eventsTableQuery(useAdminId(), search));
  return (
    <AdminTable
      nouns={['event', 'events']}
      list={list}
      search={search}
      sorts={eventSorts}
      columns={describeColumns(timeZone)}
      rowKey={(event) => event.id}
      renderActions={(event) => event.id !== unsavedId && <EventActions event={event} onDelete={onDelete} />}
      searchLabel="Search events"
      needs={840}
      failure="Failed to load events"
      onShow={(next, replace) => void navigate({ to: paths.adminEvents, search: next, replace })}
      renderLink={(page, props) => <Link to={paths.adminEvents} search={{ ...search, page }} {...props} />}
    />
  );
}

const states: Record<AdminEvent['status'], { word: string; tone: BadgeTone }> = {
  published: { word: 'Published', tone: 'good' },
  draft: { word: 'Draft', tone: 'outline' },
  cancelled: { word: 'Cancelled', tone: 'bad' },
};
const ended: { word: string; tone: BadgeTone } = { word: 'Ended', tone: 'neutral' };

function describeStatus({ status, is_past }: AdminEvent) {
  return status === 'published' && is_past ? ended : states[status];
}

function describeColumns(timeZone: string): Column<AdminEvent>[] {
  return [
    { header: 'ID', sort: 'id', isNumber: true, cell: ({ id }) => (id === unsavedId ? '…' : id) },
    { header: 'Title', sort: 'title', isName: true, className: 'min-w-36', cell: ({ title }) => title },
    {
      header: 'Team',
      sort: 'team_name',
      className: 'min-w-42',
      cell: ({ team_name }) => team_name ?? 'No team',
    },
    {
      header: 'Date',
      sort: 'start_time',
      cell: ({ start_time }) => (
        <span className="@[54rem]:whitespace-nowrap">
          <span className="whitespace-nowrap">{formatDate(start_time, timeZone)},</span>{' '}
          <span className="whitespace-nowrap text-ink-soft">{formatTime(start_time, timeZone)}</span>
        </span>
      ),
    },
    {
      header: 'Status',
      sort: 'status',
      cell: (event) => {
        const { word, tone } = describeStatus(event);
        return <Badge tone={tone}>{word}</Badge>;
      },
    },
    {
      header: 'Created By',
      sort: 'creator_username',
      cell: ({ creator_username }) =>
        creator_username ? <BreakableName name={creator_username} /> : 'Deleted user',
    },
  ];
}

function EventActions({ event, onDelete }: { event: AdminEvent; onDelete: (event: AdminEvent) => void }) {
  const id = String(event.id);
  return (
    <>
      <ViewLink label={`View ${event.title}`} to={paths.event} params={eventParams(event)} />
      <EditLink label={`Edit ${event.title}`} to={paths.editEvent} params={{ eventId: id }} />
      <DeleteButton
        id={`delete-event-${event.id}`}
        label={`Delete ${event.title}`}
        onClick={() => onDelete(event)}
      />
    </>
  );
}

function DeleteEventDialog({ event, onClose }: { event: AdminEvent; onClose: () => void }) {
  const deletion = useDeleteEvent();
  return (
    <DeleteDialog
      description={`This action cannot be undone. It permanently deletes the event ${event.title} with its registrations and tickets.`}
      confirmLabel="Delete Event"
      busy={deletion.isPending}
      failure={deletion.failure}
      openerId={`delete-event-${event.id}`}
      onConfirm={() => deletion.mutate(event, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
