import { type SubmitEvent, useState } from 'react';
import { messageOf } from '../../api/call-error.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { FormError } from '../../ui/forms/field.tsx';
import type { MemberDialogProps } from './member-dialogs.tsx';
import { RoleChoice } from './role-choice.tsx';
import { useChangeRole } from './use-membership-changes.ts';
import { FormButtons } from '../../ui/forms/form-buttons.tsx';

export function MemberRoleDialog({ member, onClose, ...view }: MemberDialogProps) {
  const [role, setRole] = useState(member.role);
  const change = useChangeRole(view);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (role === member.role) onClose();
    else change.mutate({ member, role }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !change.isPending && onClose()}
      title={`Role of ${member.username}`}
    >
      <form className="grid gap-5" onSubmit={submit}>
        <RoleChoice value={role} onChange={setRole} />
        <FormError>{change.error && messageOf(change.error, 'Failed to change the role')}</FormError>
        <FormButtons
          submit={change.isPending ? 'Saving...' : 'Save Role'}
          busy={change.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
