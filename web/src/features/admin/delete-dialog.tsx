import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { findAdminTable } from './admin-table.tsx';

export interface DeleteDialogProps {
  description: ReactNode;
  confirmLabel: string;
  busy: boolean;
  failure: string | undefined;
  /** The id of the button that opened the dialog. This button gets the focus when the dialog closes. */
  openerId: string;
  onConfirm: () => void;
  onClose: () => void;
  children?: ReactNode;
}

/** If deleting fails, the dialog stays open and shows why. */
export function DeleteDialog({ failure, openerId, onClose, ...question }: DeleteDialogProps) {
  return (
    <ConfirmDialog
      {...question}
      open
      onOpenChange={(open) => !open && onClose()}
      title="Are you sure?"
      error={failure}
      finalFocus={() => document.getElementById(openerId) ?? findAdminTable()}
    />
  );
}
