import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

/** How long the pointer rests on a button before its tooltip appears, in milliseconds. */
const usualDelay = 700;
/** For this many milliseconds after a tooltip has closed, the next tooltip appears without delay. */
const skipDelay = 300;

/**
 * Groups tooltips. For a moment after a tooltip of the group has closed, the next tooltip appears without
 * delay.
 */
export function TooltipGroup({ delay = usualDelay, children }: { delay?: number; children: ReactNode }) {
  return (
    <Base.Provider delay={delay} timeout={skipDelay}>
      {children}
    </Base.Provider>
  );
}

/** Shows the name and the keyboard shortcut of an icon button. Screen readers read the button's own name instead. */
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
