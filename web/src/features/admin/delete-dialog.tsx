import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { findAdminTable } from './admin-table.tsx';

export interface DeleteDialogProps {
  description: ReactNode;
  confirmLabel: string;
  busy: boolean;
  failure: string | undefined;
  /** Of the button that asked for it. */
  openerId: string;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before a row is deleted, and stays with the reason when it cannot be. */
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
