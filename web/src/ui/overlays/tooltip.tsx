import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

/** How long the pointer rests on a button before its tooltip shows, in milliseconds. */
const usualDelay = 700;
/** Within so many milliseconds after one tooltip the next one shows at once. */
const skipDelay = 300;

/** Tooltips that belong together. */
export function TooltipGroup({ delay = usualDelay, children }: { delay?: number; children: ReactNode }) {
  return (
    <Base.Provider delay={delay} timeout={skipDelay}>
      {children}
    </Base.Provider>
  );
}

/** Shows in words what a button without any does, and its keys. The button has its own name for screen readers. */
export function Tooltip({ label, children }: { label: string; children: ReactElement }) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner sideOffset={6} collisionPadding={12} className="z-50">
          <Base.Popup className="rounded-lg bg-ink px-3 py-1.5 text-[0.9375rem] font-semibold text-paper">
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
