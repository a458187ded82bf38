import type { MyRegistration } from './registrations.api.ts';
import { useCancelRegistration } from './use-cancel-registration.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';

const ConfirmDialog = lazyPart(
  async () => (await import('../../ui/overlays/confirm-dialog.tsx')).ConfirmDialog,
);

export interface CancelDialogProps {
  registration: MyRegistration;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  description: string;
  confirmLabel: string;
  cancelLabel: string;
}

export function CancelDialog({ registration, onOpenChange, ...words }: CancelDialogProps) {
  const cancellation = useCancelRegistration(registration);
  return (
    words.open && (
      <ConfirmDialog
        {...words}
        onOpenChange={onOpenChange}
        busy={cancellation.isPending}
        onConfirm={() => cancellation.mutate(undefined, { onSettled: () => onOpenChange(false) })}
      />
    )
  );
}
