import { Check, Clock, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../layout/link.tsx';
import { paths } from '../../paths.ts';
import { buttonStyle } from '../../ui/button.tsx';
import { backToEvent } from './back-to-event.ts';
import { classes } from '../../ui/classes.ts';
import { Spinner } from '../../ui/spinner.tsx';

type Tone = 'good' | 'warn' | 'bad';

const seals: Record<Tone, { look: string; icon: ReactNode }> = {
  good: { look: 'bg-good-wash text-good', icon: <Check size={34} strokeWidth={2.5} aria-hidden /> },
  warn: { look: 'bg-warn-wash text-warn', icon: <Clock size={34} strokeWidth={2.5} aria-hidden /> },
  bad: { look: 'bg-bad-wash text-bad', icon: <X size={34} strokeWidth={2.5} aria-hidden /> },
};

export interface PaymentFrameProps {
  /** The message. The frame stays mounted when the message changes, so that screen readers announce the change. */
  children: ReactNode;
  /** The ticket that was bought. */
  aside?: ReactNode;
}

export function PaymentFrame({ children, aside }: PaymentFrameProps) {
  return (
    <div
      className={classes(
        'page-width py-14 sm:py-20',
        aside ? 'grid items-center gap-12 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]' : 'max-w-3xl',
      )}
    >
      <output className="block">{children}</output>
      {aside && <div className="w-full max-w-md lg:justify-self-center">{aside}</div>}
    </div>
  );
}

export interface PaymentMessageProps {
  tone: Tone;
  title: string;
  children: ReactNode;
  actions: ReactNode;
}

export function PaymentMessage({ tone, title, children, actions }: PaymentMessageProps) {
  const { look, icon } = seals[tone];
  return (
    <>
      <span className={classes('grid size-18 place-items-center rounded-full', look)}>{icon}</span>
      <h1 className="mt-6 text-5xl font-semibold sm:text-6xl">{title}</h1>
      <div className="mt-5 max-w-prose text-lg">{children}</div>
      <div className="mt-8 flex flex-wrap gap-3 max-sm:*:grow">{actions}</div>
    </>
  );
}

export function Verifying() {
  return (
    <div className="grid place-items-center py-14 text-center sm:py-16">
      <span className="text-spot">
        <Spinner size={48} />
      </span>
      <h1 className="mt-6 text-4xl font-semibold sm:text-5xl">Verifying Payment...</h1>
      <p className="mt-4 text-lg text-ink-soft">This takes a moment. Please leave the page open.</p>
    </div>
  );
}

export interface PaymentProblemProps {
  title?: string;
  tone?: 'warn' | 'bad';
  children: ReactNode;
  /** The event that the first button leads to. If this is null, the button leads to the list of events. */
  eventId: number | null;
  back?: string;
  sessionId?: string;
}

export function PaymentProblem({
  title = 'Payment Verification Failed',
  tone = 'bad',
  children,
  eventId,
  back = 'Try Again',
  sessionId,
}: PaymentProblemProps) {
  const style = buttonStyle('primary', 'lg');
  return (
    <PaymentMessage
      tone={tone}
      title={title}
      actions={
        <>
          {eventId === null ? (
            <Link to={paths.events} className={style}>
              {back}
            </Link>
          ) : (
            <Link {...backToEvent(eventId)} className={style}>
              {back}
            </Link>
          )}
          <Link
            to={paths.support}
            search={{ session_id: sessionId }}
            className={buttonStyle('secondary', 'lg')}
          >
            Contact Support
          </Link>
        </>
      }
    >
      {children}
      {sessionId !== undefined && eventId === null && (
        <>
          <p className="mt-2">
            We do not know which event this payment is for. Please choose it from the list.
          </p>
          <SmallPrint>No event ID found in session storage</SmallPrint>
        </>
      )}
    </PaymentMessage>
  );
}

/** The technical reason, which a buyer can quote to support. */
export function SmallPrint({ children }: { children: ReactNode }) {
  return <p className="mt-3 text-sm text-ink-faint">{children}</p>;
}
