import { AlertDialog as Base } from '@base-ui/react/alert-dialog';
import type { ReactNode } from 'react';
import { Button, type ButtonVariant } from '../button.tsx';
import { backdropStyle, dialogStyle } from './dialog.tsx';
import { FormError } from '../forms/field.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** What will happen, and whether it can be undone. */
  description: ReactNode;
  confirmLabel: string;
  /** By default, the button warns. */
  confirmVariant?: ButtonVariant;
  cancelLabel?: string;
  /** True while the action is running. The dialog then cannot be closed. */
  busy?: boolean;
  error?: string;
  /** Closes the button while the error stands, because pressing it again cannot help. */
  isRefused?: boolean;
  onConfirm: () => void;
  /**
   * Returns the element that gets the focus when the dialog closes. Without this function, or if it returns
   * null, the element that opened the dialog gets the focus.
   */
  finalFocus?: () => HTMLElement | null;
  children?: ReactNode;
}

export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  description,
  confirmLabel,
  confirmVariant = 'danger-solid',
  cancelLabel = 'Cancel',
  busy = false,
  error,
  isRefused = false,
  onConfirm,
  finalFocus,
  children,
}: ConfirmDialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !busy && onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={backdropStyle} />
        <Base.Popup className={dialogStyle} finalFocus={finalFocus}>
          <Base.Title className="font-display text-2xl font-semibold">{title}</Base.Title>
          <Base.Description className="mt-3 text-ink-soft">{description}</Base.Description>
          <div className="mt-4">
            <FormError>{error}</FormError>
          </div>
          <div className="mt-3 flex flex-wrap justify-end gap-3 max-sm:*:grow">
            <Base.Close render={<Button variant="secondary" />}>{cancelLabel}</Base.Close>
            <Button
              variant={isRefused ? 'closed' : confirmVariant}
              busy={busy}
              closed={isRefused}
              // The second click of a double click can come before the button is drawn as busy.
              onClick={(event) => event.detail < 2 && onConfirm()}
            >
              {confirmLabel}
            </Button>
          </div>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
