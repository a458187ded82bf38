import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { AdminEventValues, TicketTypeValues } from '@foyer/contract/event-form.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import { eventsKey } from '../../../api/query-keys.ts';
import { api } from '../../../api/client.ts';
import { getSession } from '../../../api/session.ts';
import { instantOf } from '../../../format/zoned-time.ts';
import { writeDetails } from '../../events/form/event-form-values.ts';
import { saveTypes } from '../../events/types/save-types.ts';
import { teamsKey } from '../../teams/teams.api.ts';
import type { AdminEvent } from '../admin.api.ts';
import { unsavedId, useAdminChange, withNewRow, withoutRow } from '../use-admin-change.ts';
import { useAdminId } from '../use-admin-id.ts';

export interface NewAdminEvent {
  values: AdminEventValues;
  teamName: string;
}

/**
 * @param timeZone the time zone of the times typed into the form
 * @param onTypeId called when a new ticket type gets its id
 */
export function useCreateEvent(timeZone: string, onTypeId: (index: number, id: string) => void) {
  const refresh = useRefreshEvents();
  // The id of the event that was created. When one of its ticket types is refused, the next try must change this
  // event instead of creating another event.
  const created = useRef<number>(null);
  const known = useRef(new Map<string, TicketTypeValues>());
  return useAdminChange({
    table: 'events',
    send: async ({ values }: NewAdminEvent) => {
      const { price, ...rest } = writeEvent(values, timeZone);
      const answer =
        created.current === null
          ? await api('POST /events', { body: { price, ...rest } })
          : await api('PATCH /events/:id', { params: { id: created.current }, body: rest });
      const { id } = answer.event;
      created.current = id;
      if (values.ticket_types.length > 0) {
        await saveTypes(id, values.ticket_types, { known: known.current, timeZone, onId: onTypeId });
      }
      return answer;
    },
    preview: (page, event) => withNewRow(page, blankEvent(event, timeZone)),
    successText: ({ values: { title } }) => `Event ${title.trim()} created successfully`,
    failure: 'Failed to create event',
    onDone: refresh,
  });
}

export function useDeleteEvent() {
  const refresh = useRefreshEvents();
  return useAdminChange({
    table: 'events',
    send: ({ id }: AdminEvent) => api('DELETE /events/:id', { params: { id } }),
    preview: (page, { id }) => withoutRow(page, id),
    successText: ({ title }) => `Event ${title} deleted successfully`,
    failure: 'Failed to delete event',
    onDone: refresh,
  });
}

/** Refreshes the public lists and the team dashboards too, because they show the same events. */
function useRefreshEvents() {
  const queryClient = useQueryClient();
  const adminId = useAdminId();
  return () => {
    void queryClient.invalidateQueries({ queryKey: eventsKey });
    void queryClient.invalidateQueries({ queryKey: teamsKey(adminId) });
  };
}

function writeEvent(
  { team_id, start_time, end_time, price, max_attendees, ticket_types, ...same }: AdminEventValues,
  timeZone: string,
): BodyInput<Endpoints['POST /events']> {
  return {
    ...same,
    team_id: Number(team_id),
    start_time: instantOf(start_time, timeZone) ?? '',
    end_time: instantOf(end_time, timeZone) ?? '',
    price: Number(ticket_types[0]?.price ?? price),
    max_attendees: max_attendees.trim() === '' ? null : Number(max_attendees),
    ...writeDetails(same),
  };
}

function blankEvent({ values, teamName }: NewAdminEvent, timeZone: string): AdminEvent {
  const now = new Date().toISOString();
  const seats = values.max_attendees.trim() === '' ? null : Number(values.max_attendees);
  const { user } = getSession();
  return {
    id: unsavedId,
    title: values.title,
    description: values.description,
    location: values.location,
    category: null,
    price: Number(values.price),
    highest_price: Number(values.price),
    start_time: instantOf(values.start_time, timeZone) ?? now,
    end_time: instantOf(values.end_time, timeZone) ?? now,
    max_attendees: seats,
    tickets_remaining: seats,
    all_reserved: false,
    sales_paused: false,
    event_img_url: null,
    status: values.status,
    is_public: values.is_public,
    allows_transfers: true,
    asks_for_names: false,
    refund_days: null,
    picture_x: 50,
    picture_y: 50,
    is_past: false,
    team_id: Number(values.team_id),
    team_name: teamName,
    created_by: user?.id ?? null,
    creator_username: user?.username ?? null,
    attendee_count: 0,
    event_type: values.event_type,
    created_at: now,
    updated_at: now,
  };
}
