import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../../format/counts.ts';
import { formatPrice } from '../../../format/money.ts';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { eventParams, paths } from '../../../paths.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyPart } from '../../../ui/empty-part.tsx';
import { type DrawingName, ErrorState } from '../../../ui/empty-state.tsx';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { describeAdminFailure } from '../admin-failure.ts';
import { userRecordsQuery } from '../admin.api.ts';
import { describeTotal, soldStates } from '../../orders/sold/sold-words.ts';
import { describeMail, nameMail } from '../records/mail-words.ts';
import { describeUserPayment } from '../records/payment-states.ts';
import { useAdminId } from '../use-admin-id.ts';
import { describeRegistration } from './registration-state.ts';

export function UserRecords({ userId }: { userId: number }) {
  const { timeZone } = useSite();
  const { data, error, refetch } = useQuery(userRecordsQuery(useAdminId(), userId));
  if (error) {
    return (
      <ErrorState
        message={describeAdminFailure(error, 'Failed to load the records of the user')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <Skeleton className="h-40 rounded-2xl" />;
  const { registrations, payments, tickets, orders, mails } = data;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Records title="Registrations" drawing="ticket" empty="No registrations yet.">
        {registrations.map((one) => (
          <Record
            key={one.id}
            name={<EventLink id={one.event_id} title={one.event_title} />}
            about={`${formatDate(one.start_time, timeZone)}${one.paid ? ', paid' : ''}`}
            state={<StateBadge {...describeRegistration(one, tickets)} />}
          />
        ))}
      </Records>
      <Records title="Orders" drawing="poster" empty="No orders yet.">
        {orders.map((one) => (
          <Record
            key={one.number}
            name={
              <Link
                to={paths.soldOrder}
                params={{ id: String(one.event.id), number: one.number }}
                className="underline-offset-4 hover:underline"
              >
                {one.event.title}
              </Link>
            }
            about={`Order ${one.number}, ${formatCount(one.ticket_count, 'ticket')}, ${describeTotal(one)}, ${formatDate(one.placed_at, timeZone)}`}
            state={<StateBadge {...soldStates[one.status]} />}
          />
        ))}
      </Records>
      <Records title="Payments" drawing="coins" empty="No payments yet.">
        {payments.map((one) => (
          <Record
            key={one.id}
            name={
              one.event_id ? <EventLink id={one.event_id} title={one.event_title ?? ''} /> : 'Deleted event'
            }
            about={`Payment ${one.id}, ${formatPrice(one.amount)}, ${formatDate(one.created_at, timeZone)}`}
            state={<StateBadge {...describeUserPayment(one)} />}
          />
        ))}
      </Records>
      <Records title="Emails" drawing="envelope" empty="No email was sent yet.">
        {mails.map((one) => (
          <Record
            key={`${one.kind} ${one.noted_at}`}
            name={nameMail(one)}
            about={`${formatDate(one.noted_at, timeZone)}, ${formatTime(one.noted_at, timeZone)}`}
            state={<StateBadge {...describeMail(one)} />}
          />
        ))}
      </Records>
    </div>
  );
}

const shownAtFirst = 8;

interface RecordsProps {
  title: string;
  drawing: DrawingName;
  empty: string;
  children: ReactNode[];
}

function Records({ title, drawing, empty, children }: RecordsProps) {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <section>
      <h2 className="text-xl font-semibold">{title}</h2>
      {children.length === 0 ? (
        <EmptyPart drawing={drawing}>{empty}</EmptyPart>
      ) : (
        <ul className="mt-3 rounded-2xl border border-line bg-raised">
          {showsAll ? children : children.slice(0, shownAtFirst)}
        </ul>
      )}
      {children.length > shownAtFirst && !showsAll && (
        <Button variant="quiet" size="sm" className="mt-2" onClick={() => setShowsAll(true)}>
          Show all {children.length}
        </Button>
      )}
    </section>
  );
}

function Record({ name, about, state }: { name: ReactNode; about: string; state: ReactNode }) {
  return (
    <li className="flex items-center justify-between gap-4 border-line px-4 py-3 not-first:border-t">
      <span className="min-w-0">
        <span className="block leading-snug font-semibold wrap-anywhere">{name}</span>
        <span className="text-[0.9375rem] text-ink-soft">{about}</span>
      </span>
      {state}
    </li>
  );
}

function StateBadge({ word, tone }: { word: string; tone: BadgeTone }) {
  return <Badge tone={tone}>{word}</Badge>;
}

function EventLink({ id, title }: { id: number; title: string }) {
  return (
    <Link to={paths.event} params={eventParams({ id })} className="underline-offset-4 hover:underline">
      {title}
    </Link>
  );
}
