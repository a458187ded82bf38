import type { ReactNode } from 'react';

/**
 * A bar at the bottom of the window, on phones only, for the main button of a page. It must not stand inside of an
 * element with a filter or a transform, because it would move with that element.
 */
export function BottomBar({ children }: { children: ReactNode }) {
  return (
    <div data-bottom-bar className="flex items-center gap-4 lg:hidden">
      {children}
    </div>
  );
}
