import { Navigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../api/session.ts';
import { PageSkeleton } from '../../layout/page-skeleton.tsx';
import { paths } from '../../paths.ts';
import { NeedsScripts } from '../../ui/forms/needs-scripts.tsx';
import { TicketStub } from '../../ui/ticket-stub.tsx';

export interface AuthFrameProps {
  title: string;
  subtitle: string;
  /** The text on the picture beside the form. */
  welcome: ReactNode;
  /** The page of Foyer that users see after signing in. Users who are already signed in go there at once. */
  next: string | undefined;
  /** The link from login to sign-up, or from sign-up to login. */
  other: ReactNode;
  children: ReactNode;
}

export function AuthFrame({ title, subtitle, welcome, next, other, children }: AuthFrameProps) {
  const { status } = useSession();
  if (status === 'in') return <Navigate to={paths.dashboard} href={next} replace />;
  return (
    <>
      {status === 'unknown' && (
        <div data-for="in">
          <PageSkeleton />
        </div>
      )}
      <div
        data-for="out"
        className="page-width grid gap-10 pt-8 sm:pt-12 lg:grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] lg:gap-14"
      >
        <Doorway>{welcome}</Doorway>
        <div className="mx-auto w-full max-w-lg self-center lg:py-10">
          <h1 className="text-5xl font-semibold sm:text-6xl">{title}</h1>
          <p className="mt-3 text-lg text-ink-soft">{subtitle}</p>
          <TicketStub className="mt-7" stub={<p className="text-center">{other}</p>}>
            <NeedsScripts className="mb-5" />
            {children}
          </TicketStub>
        </div>
      </div>
    </>
  );
}

const arches = [106, 152, 198, 244];

/** As tall as the form beside it. Shown on wide screens only. */
function Doorway({ children }: { children: ReactNode }) {
  return (
    <div
      aria-hidden
      className="relative hidden min-h-[clamp(34rem,calc(100dvh-8.5rem),46rem)] overflow-clip rounded-3xl bg-spot text-on-spot lg:block dark:bg-spot-wash dark:text-spot-strong"
    >
      <svg
        viewBox="0 0 600 700"
        preserveAspectRatio="xMidYMax slice"
        className="absolute inset-x-0 bottom-0 size-full max-h-184 fill-current"
      >
        <path d="M240 700V540a60 60 0 0 1 120 0V700z" />
        <g className="fill-none stroke-current stroke-12 opacity-30">
          {arches.map((radius) => (
            <path key={radius} d={`M${300 - radius} 710V540a${radius} ${radius} 0 0 1 ${radius * 2} 0V710`} />
          ))}
        </g>
      </svg>
      <p className="sticky top-18 p-10 font-display text-[clamp(3rem,4.6vw,4.5rem)] leading-[1.02] font-semibold tracking-tight xl:p-12">
        {children}
      </p>
    </div>
  );
}
