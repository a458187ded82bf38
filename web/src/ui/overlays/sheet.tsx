import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { backdropStyle } from './dialog.tsx';

export interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

/** A panel that slides in from the left. Escape, the close button and a press outside the panel close the panel. */
export function Sheet({ open, onOpenChange, title, description, children }: SheetProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={backdropStyle} />
        <Base.Popup className="fixed inset-y-0 left-0 z-50 w-72 max-w-[calc(100vw-3rem)] overflow-y-auto border-r border-line bg-paper p-5 text-ink shadow-float transition-transform duration-200 ease-out data-ending-style:-translate-x-full data-starting-style:-translate-x-full">
          <Base.Title className="pr-10 font-display text-2xl leading-tight font-semibold">{title}</Base.Title>
          {description && <Base.Description className="text-ink-soft">{description}</Base.Description>}
          <div className="mt-5">{children}</div>
          <Base.Close
            aria-label="Close"
            className="absolute top-3 right-3 grid size-11 place-items-center rounded-full hover:bg-sunken"
          >
            <X size={20} aria-hidden />
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
