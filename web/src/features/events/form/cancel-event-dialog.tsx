import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

interface CancelEventDialogProps {
  open: boolean;
  /** The title of the event as it is saved. */
  title: string;
  onClose: () => void;
  onConfirm: () => void;
}

/** The dialog closes before saving starts, because the form shows whether saving worked. */
export function CancelEventDialog({ open, title, onClose, onConfirm }: CancelEventDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={`Cancel ${title}?`}
      description="All attendees are told by email, paid tickets are refunded, and sales stop. You can publish the event again later: sales go on, and the remaining attendees are told that it takes place after all. Refunded tickets stay refunded."
      cancelLabel="Keep Event"
      confirmLabel="Cancel Event"
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
    />
  );
}
