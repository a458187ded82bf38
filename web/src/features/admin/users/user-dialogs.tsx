import { useSession } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { AdminUser } from '../admin.api.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import { useDeleteUser, useRemoveTwoFactor } from './use-user-changes.ts';

export interface DeleteUserDialogProps {
  user: AdminUser;
  openerId: string;
  onClose: () => void;
  onDeleted?: () => void;
}

/** Administrators cannot delete themselves here. */
export function DeleteUserDialog(props: DeleteUserDialogProps) {
  const isSelf = useSession().user?.id === props.user.id;
  return isSelf ? <NotYourself {...props} /> : <DeleteOther {...props} />;
}

function DeleteOther({ user, openerId, onClose, onDeleted }: DeleteUserDialogProps) {
  const deletion = useDeleteUser();
  return (
    <DeleteDialog
      description={`This action cannot be undone. It permanently deletes the user ${user.username} with their registrations and tickets, and their places become free. Payments stay in the ledger without a name.`}
      confirmLabel="Delete User"
      busy={deletion.isPending}
      failure={deletion.failure}
      openerId={openerId}
      onConfirm={() =>
        deletion.mutate(user, {
          onSuccess: () => {
            onClose();
            onDeleted?.();
          },
        })
      }
      onClose={onClose}
    >
      {deletion.passwordDialog}
    </DeleteDialog>
  );
}

function NotYourself({ openerId, onClose }: DeleteUserDialogProps) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="You cannot delete yourself"
      description="Delete your own account in your profile, under Account security. If you are the only administrator, make somebody else one first."
      finalFocus={() => document.getElementById(openerId)}
    >
      <div className="flex justify-end">
        <Button onClick={onClose}>Close</Button>
      </div>
    </Dialog>
  );
}

export interface RemoveTwoFactorDialogProps {
  user: AdminUser;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}

export function RemoveTwoFactorDialog({ user, onClose, finalFocus }: RemoveTwoFactorDialogProps) {
  const removal = useRemoveTwoFactor();
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Switch off two-factor authentication of ${user.username}?`}
      description={`The password alone then opens the account of ${user.username}. Do this only when you are sure that it is ${user.username} who asks for it, for example after a lost phone. They are told by email.`}
      confirmLabel="Switch off"
      busy={removal.isPending}
      error={removal.failure}
      finalFocus={finalFocus}
      onConfirm={() => removal.mutate(user, { onSuccess: onClose })}
    >
      {removal.passwordDialog}
    </ConfirmDialog>
  );
}
