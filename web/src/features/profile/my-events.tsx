import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { RegistrationList } from './registration-list.tsx';
import { registrationsQuery } from '../registrations/registrations.api.ts';
import { myEventsHeading } from '../registrations/use-cancel-registration.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';

const RegistrationCalendar = lazyPart(
  async () => (await import('./registration-calendar.tsx')).RegistrationCalendar,
);

export function MyEvents({ userId }: { userId: number }) {
  const [tab, setTab] = useState<'calendar' | 'list'>('calendar');
  const { data, dataUpdatedAt, isError, refetch } = useQuery(registrationsQuery(userId));
  const [openedAt] = useState(Date.now);
  const asOf = dataUpdatedAt || openedAt;
  return (
    <section aria-labelledby={myEventsHeading} className="mt-16">
      <h2 id={myEventsHeading} tabIndex={-1} className="text-3xl font-semibold outline-none sm:text-4xl">
        Your Events Calendar
      </h2>
      <p className="mt-2 text-lg text-ink-soft">View and manage your registered events</p>
      <Card className="mt-6 p-4 sm:p-7">
        {isError && !data ? (
          <ErrorState message="Failed to load your registered events" onRetry={() => void refetch()} />
        ) : (
          <Tabs
            label="Your events"
            value={tab}
            onChange={setTab}
            tabs={[
              {
                id: 'calendar',
                label: 'Calendar View',
                content: (
                  <RegistrationCalendar
                    fallback={<Skeleton className="h-84" />}
                    registrations={data}
                    asOf={asOf}
                  />
                ),
              },
              {
                id: 'list',
                label: 'List View',
                content: <RegistrationList registrations={data} asOf={asOf} />,
              },
            ]}
          />
        )}
      </Card>
    </section>
  );
}
