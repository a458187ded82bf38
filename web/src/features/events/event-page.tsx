import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { EventMissing } from './event-missing.tsx';
import { EventView } from './event-view.tsx';
import { eventQuery } from './events.api.ts';
import { useViewerEvent } from './use-viewer-event.ts';

const route = getRouteApi('/events/$id');

export function EventPage() {
  const id = Number(route.useParams().id);
  const { data: known, dataUpdatedAt } = useQuery(eventQuery(id));
  const { viewed, checking, viewedAt } = useViewerEvent(id, known ?? null);
  const event = viewed ?? known;
  // The route's loader has put it there; it may be gone since.
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
