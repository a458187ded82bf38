import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /**
   * A question that names the thing where something cannot be undone ("Delete Lantern Walk?"), else a title in title
   * case ("Edit Team").
   */
  title: string;
  description?: ReactNode;
  children: ReactNode;
  className?: string;
  /**
   * Returns the element that gets the focus when the dialog closes. Without this function, or if it returns
   * null, the element that opened the dialog gets the focus.
   */
  finalFocus?: () => HTMLElement | null;
}

export const backdropStyle =
  'fixed inset-0 z-40 bg-[rgb(20_14_9_/_0.55)] transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0';

export const dialogStyle =
  'fixed top-1/2 left-1/2 z-50 max-h-[calc(100dvh-2rem)] w-[min(32rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-y-auto rounded-2xl border border-line bg-raised p-6 text-ink shadow-float transition duration-200 ease-out data-ending-style:scale-97 data-ending-style:opacity-0 data-starting-style:scale-97 data-starting-style:opacity-0 sm:p-8';

/** A window over the page. Escape, the close button and a press outside the window close the window. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  children,
  className,
  finalFocus,
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={backdropStyle} />
        {/* The room below keeps a focused field and an error clear of the buttons that stay in view. */}
        <Base.Popup className={classes(dialogStyle, 'scroll-pb-56', className)} finalFocus={finalFocus}>
          <Base.Title className="pr-10 font-display text-2xl font-semibold">{title}</Base.Title>
          {description && <Base.Description className="mt-2 text-ink-soft">{description}</Base.Description>}
          <div className="mt-5">{children}</div>
          <Base.Close
            aria-label="Close"
            className="absolute top-4 right-4 grid size-11 place-items-center rounded-full hover:bg-sunken"
          >
            <X size={20} aria-hidden />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
