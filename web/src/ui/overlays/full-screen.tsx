import { Dialog as Base } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';

export interface FullScreenProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /**
   * The name of the window for screen readers. The name is not visible, because the content has its own
   * heading.
   */
  title: string;
  children: ReactNode;
}

/**
 * A window that fills the screen and shows a QR code. The window is bright in both themes, so that scanners
 * can read the code.
 */
export function FullScreen({ open, onOpenChange, title, children }: FullScreenProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Popup className="fixed inset-0 z-50 overflow-y-auto bg-[#fff] text-[#211a14] transition-opacity duration-150 data-ending-style:opacity-0 data-starting-style:opacity-0">
          <Base.Title className="sr-only">{title}</Base.Title>
          {children}
          <Base.Close className="fixed top-3 right-3 inline-flex min-h-11 items-center gap-2 rounded-full bg-[#211a14] px-5 font-semibold text-[#fffaf2]">
            <X size={20} aria-hidden />
            Close
          </Base.Close>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
