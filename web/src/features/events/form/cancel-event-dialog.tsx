import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';

interface CancelEventDialogProps {
  open: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Asked before an event is saved as cancelled; what the server makes of it is said by the form. */
export function CancelEventDialog({ open, onClose, onConfirm }: CancelEventDialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title="Cancel this event?"
      description="Everybody who comes is told by mail, paid tickets are refunded, and no more are sold. Should you publish it again, it sells again and whoever still has a place is told that it takes place after all; what was refunded stays refunded."
      cancelLabel="Keep Event"
      confirmLabel="Cancel Event"
      onConfirm={() => {
        onClose();
        onConfirm();
      }}
    />
  );
}
