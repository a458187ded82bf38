import { Tooltip as Base } from '@base-ui/react/tooltip';
import type { ReactElement, ReactNode } from 'react';

/** How long the pointer rests on a button before its tooltip appears, in milliseconds. */
const usualDelay = 700;
/** For this many milliseconds after one tooltip, the next one appears at once. */
const skipDelay = 300;

/** Tooltips that share their delays. */
export function TooltipGroup({ delay = usualDelay, children }: { delay?: number; children: ReactNode }) {
  return (
    <Base.Provider delay={delay} timeout={skipDelay}>
      {children}
    </Base.Provider>
  );
}

/** Shows the name and the keys of an icon button. Screen readers use the button's own name. */
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
