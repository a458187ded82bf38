import { readEventName } from '@foyer/contract/text/event-address.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useEventKey } from '../../../layout/use-event-key.ts';
import { EventMissing } from './event-missing.tsx';
import { EventView } from './event-view.tsx';
import { eventQuery } from '../events.api.ts';
import { useViewerEvent } from './use-viewer-event.ts';

const route = getRouteApi('/events/$id');

export function EventPage() {
  const id = readEventName(route.useParams().id) ?? 0;
  const key = useEventKey();
  const { data: known, dataUpdatedAt } = useQuery(eventQuery(id, key));
  const { viewed, gone, checking, viewedAt } = useViewerEvent(id, known ?? null, dataUpdatedAt);
  // The event may have been deleted after the route loaded `known`.
  const event = gone ? null : (viewed ?? known);
  useForgetOnLeaving(id, key, !event);
  if (!event) return <EventMissing />;
  return (
    <EventView
      event={event}
      viewer={viewed?.viewer ?? null}
      checking={checking}
      asOf={viewed ? viewedAt : dataUpdatedAt}
    />
  );
}

/** Removes a missing event from the query cache when the user leaves, so that the next visit asks the server again. */
function useForgetOnLeaving(id: number, key: string | undefined, missing: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    if (!missing) return undefined;
    return () => queryClient.removeQueries({ queryKey: eventQuery(id, key).queryKey, exact: true });
  }, [queryClient, id, key, missing]);
}
