import { useId } from 'react';
import { EmptyPart } from '../../ui/empty-part.tsx';
import { RegistrationCard } from './registration-card.tsx';
import { splitByStart } from './registration-times.ts';
import type { MyRegistration } from '../registrations/registrations.api.ts';

export interface RegistrationsProps {
  /** This is undefined while the registrations load. */
  registrations: MyRegistration[] | undefined;
  /** When the registrations were read, in milliseconds since 1970. */
  asOf: number;
}

export function RegistrationList({ registrations, asOf }: RegistrationsProps) {
  if (!registrations) return <p className="text-ink-soft">Loading events...</p>;
  if (registrations.length === 0)
    return <EmptyPart drawing="calendar">You have no registered events</EmptyPart>;
  const { upcoming, past } = splitByStart(registrations, asOf);
  return (
    <div className="grid gap-8 lg:grid-cols-2">
      <Scroll title="Upcoming Events" empty="No upcoming events" registrations={upcoming} asOf={asOf} />
      <Scroll title="Past Events" empty="No past events" registrations={past} asOf={asOf} />
    </div>
  );
}

interface ScrollProps {
  title: string;
  empty: string;
  registrations: MyRegistration[];
  asOf: number;
}

function Scroll({ title, empty, registrations, asOf }: ScrollProps) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-2xl font-semibold">
        {title}
      </h3>
      {registrations.length === 0 ? (
        <EmptyPart drawing="calendar">{empty}</EmptyPart>
      ) : (
        <ul className="-mx-2 mt-2 grid h-[250px] grid-cols-1 content-start gap-3 overflow-y-auto overscroll-contain p-2 pb-4">
          {registrations.map((registration) => (
            <li key={registration.id}>
              <RegistrationCard registration={registration} asOf={asOf} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
