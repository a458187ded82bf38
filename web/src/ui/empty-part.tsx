import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from './empty-state.tsx';

/** What a small part of a page shows while it is empty, such as one of several lists. */
export function EmptyPart({ drawing, children }: { drawing: DrawingName; children: ReactNode }) {
  return (
    <div className="flex items-center gap-4 py-2 text-ink-soft">
      <Drawing name={drawing} className="w-24 shrink-0" />
      <p className="min-w-0 wrap-anywhere">{children}</p>
    </div>
  );
}
