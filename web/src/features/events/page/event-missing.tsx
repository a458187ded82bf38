import { readEventName } from '@foyer/contract/text/event-address.ts';
import { useParams } from '@tanstack/react-router';
import { Link } from '../../../layout/link.tsx';
import { paths } from '../../../paths.ts';
import { PageSkeleton } from '../../../layout/page-skeleton.tsx';
import { buttonStyle } from '../../../ui/button.tsx';
import { Drawing } from '../../../ui/empty-state.tsx';
import { EventView } from './event-view.tsx';
import { useSession } from '../../../api/session.ts';
import { useViewerEvent } from './use-viewer-event.ts';

/**
 * Shown when visitors see no event at this web address. A signed-in user may still see the event: a draft or private
 * event of the user's team, or a private event at which the user has a place.
 */
export function EventMissing() {
  const given = useParams({ strict: false }).id ?? '';
  const id = readEventName(given);
  if (given.trim() === '') return <EventNotFound hint="No event ID provided" />;
  return id === null ? <EventNotFound /> : <OwnOrNothing id={id} />;
}

function OwnOrNothing({ id }: { id: number }) {
  const session = useSession();
  const { viewed, checking, viewedAt } = useViewerEvent(id, null);
  if (viewed) {
    return (
      <>
        <title>{`${viewed.title} · Foyer`}</title>
        <EventView event={viewed} viewer={viewed.viewer ?? null} checking={false} asOf={viewedAt} />
      </>
    );
  }
  if (session.status === 'unknown') {
    // Before hydration it is not known who is signed in. So the page contains “not found” for visitors and a
    // placeholder for users, and CSS shows one of the two.
    return (
      <>
        <div data-for="out">
          <EventNotFound />
        </div>
        <div data-for="in">
          <PageSkeleton />
        </div>
      </>
    );
  }
  return checking ? <PageSkeleton /> : <EventNotFound />;
}

function EventNotFound({ hint = 'It may have been deleted, or its link is incomplete or no longer works.' }) {
  return (
    <div className="page-width grid place-items-center py-24 text-center sm:py-32">
      <Drawing name="door" className="w-48" />
      <h1 className="mt-6 text-5xl font-semibold">Event not found</h1>
      <p className="mt-4 max-w-md text-lg text-ink-soft">{hint}</p>
      <Link to={paths.events} className={`${buttonStyle('primary', 'lg')} mt-8`}>
        Back to Events
      </Link>
    </div>
  );
}
