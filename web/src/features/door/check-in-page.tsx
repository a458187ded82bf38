import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { CallError, messageOf } from '../../api/call-error.ts';
import { type SessionUser, useSession } from '../../api/session.ts';
import { Link } from '../../layout/link.tsx';
import { NoticeCard } from '../../layout/notice-card.tsx';
import { PageSkeleton } from '../../layout/page-skeleton.tsx';
import { paths } from '../../paths.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { ErrorState } from '../../ui/empty-state.tsx';
import { viewerEventQuery } from '../events/events.api.ts';
import { Door } from './door.tsx';
import { DoorCheck } from './door-check.tsx';
import { HeldTicket } from './held-ticket.tsx';
import { NextCodeForm } from './next-code-form.tsx';
import { isTicketCode } from './read-ticket-code.ts';
import { ticketCheckQuery, type Verdict } from './door.api.ts';
import { doorColumn } from './verdict/verdict-band.tsx';

/** Shows the check-in to members of the event's team, and the ticket to its holder. */
export function CheckInPage() {
  const session = useSession();
  const { code } = useParams({ strict: false });
  const { event } = useSearch({ strict: false });
  const eventId = typeof event === 'number' ? event : undefined;
  if (session.status === 'unknown') return <PageSkeleton />;
  if (session.status === 'out') return <AskToLogIn isTicket={code !== undefined} />;
  if (code === undefined) {
    return eventId === undefined ? <DoorWithoutEvent /> : <Door eventId={eventId} user={session.user} />;
  }
  return isTicketCode(code) ? (
    <TicketByCode key={code} code={code} eventId={eventId} user={session.user} />
  ) : (
    <DoorCheck code={code} found={noCode} eventId={eventId} onLookAgain={() => undefined} />
  );
}

const noCode: Verdict = { kind: 'refused', reason: 'This is not a ticket code', ticket: null };

function AskToLogIn({ isTicket }: { isTicket: boolean }) {
  const here = useLocation({ select: (location) => location.href });
  return (
    <NoticeCard
      title={isTicket ? 'This is a ticket' : 'Check in'}
      text={
        isTicket
          ? 'Log in to show your ticket, or to check it in if you work at the door.'
          : 'Log in to check in tickets at the door.'
      }
      action={
        <Link to={paths.logIn} search={{ next: here }} className={buttonStyle('primary', 'lg')}>
          Login
        </Link>
      }
    />
  );
}

/**
 * Shown when the web address contains neither an event nor a ticket code. The user can type the code of one
 * ticket.
 */
function DoorWithoutEvent() {
  const navigate = useNavigate();
  return (
    <div className={`${doorColumn} py-10 sm:py-14`}>
      <h1 className="text-5xl font-semibold sm:text-6xl">Check in</h1>
      <p className="mt-4 mb-8 max-w-xl text-lg text-ink-soft">
        To scan tickets, choose Check in at the event in your{' '}
        <Link to={paths.dashboard} className="font-semibold text-ink underline underline-offset-4">
          dashboard
        </Link>
        . Here you can look up a single ticket by its code.
      </p>
      <NextCodeForm
        label="Ticket code"
        action="Look up"
        onCode={(code) => void navigate({ to: paths.checkIn, params: { code } })}
      />
    </div>
  );
}

interface TicketByCodeProps {
  code: string;
  eventId: number | undefined;
  user: SessionUser;
}

function TicketByCode({ code, eventId, user }: TicketByCodeProps) {
  const check = useQuery(ticketCheckQuery(code, user.id));
  const ticket = check.data?.ticket ?? null;
  const isHolder = ticket?.user_id === user.id;
  // A ticket's holder may also be in the event's team. Such a user sees the check-in instead of the ticket.
  const event = useQuery({
    ...viewerEventQuery(ticket?.event_id ?? 0, user.id, false),
    enabled: isHolder,
  });
  if (check.error instanceof CallError && check.error.status === 403) return <NotYours />;
  if (check.error) {
    return (
      <Frame>
        <ErrorState
          message={messageOf(check.error, 'The ticket could not be looked up.')}
          onRetry={() => void check.refetch()}
        />
      </Frame>
    );
  }
  if (!check.data || (isHolder && event.isPending)) return <PageSkeleton />;
  if (isHolder && !event.data?.viewer?.can_manage) {
    const refusal = check.data.kind === 'refused' ? check.data.reason : null;
    return <HeldTicket ticket={ticket} refusal={refusal} asOf={check.dataUpdatedAt} />;
  }
  return (
    <DoorCheck code={code} found={check.data} eventId={eventId} onLookAgain={() => void check.refetch()} />
  );
}

function NotYours() {
  return (
    <NoticeCard
      tone="bad"
      title="Not your ticket"
      text="Only the ticket holder and the event's team can see this ticket."
      action={
        <Link to={paths.events} className={buttonStyle('primary', 'lg')}>
          Back to Events
        </Link>
      }
    />
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={`${doorColumn} py-10 sm:py-14`}>
      <h1 className="mb-8 text-5xl font-semibold sm:text-6xl">Check in</h1>
      {children}
    </div>
  );
}
