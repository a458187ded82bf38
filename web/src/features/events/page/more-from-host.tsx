import { useQuery } from '@tanstack/react-query';
import { nextOfHostQuery } from '../events.next.api.ts';
import { SmallCard } from '../small-card.tsx';

interface MoreFromHostProps {
  team: number;
  /** The event that the page is about. */
  eventId: number;
}

/** The next events of the same team. Nothing is shown when there are none. */
export function MoreFromHost({ team, eventId }: MoreFromHostProps) {
  const { data = [], dataUpdatedAt } = useQuery(nextOfHostQuery(team));
  const others = data.filter(({ id }) => id !== eventId).slice(0, 3);
  if (others.length === 0) return null;
  return (
    <section aria-labelledby="more" className="mt-16">
      <h2 id="more" className="text-3xl font-semibold">
        More from this host
      </h2>
      <ul className="mt-5 grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {others.map((event) => (
          // A third card would stand alone in the second row of two columns.
          <li key={event.id} className="sm:max-lg:nth-3:hidden">
            <SmallCard event={event} asOf={dataUpdatedAt} />
          </li>
        ))}
      </ul>
    </section>
  );
}
