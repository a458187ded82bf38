import { type ReactNode, useEffect, useRef } from 'react';
import { Card } from '../../../ui/card.tsx';

export interface DutyPageProps {
  title: string;
  reason: ReactNode;
  children: ReactNode;
}

export function DutyPage({ title, reason, children }: DutyPageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // This page appears without navigation, so no other code moves the focus to its heading.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <div className="page-width grid justify-items-center py-12 sm:py-16">
      <Card className="w-full max-w-xl p-6 sm:p-10">
        <h1 ref={heading} tabIndex={-1} className="text-3xl font-semibold outline-none sm:text-5xl">
          {title}
        </h1>
        <p className="mt-4 mb-7 text-lg text-ink-soft">{reason}</p>
        {children}
      </Card>
    </div>
  );
}
