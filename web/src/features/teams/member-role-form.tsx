import { type SubmitEvent, useState } from 'react';
import { messageOf } from '../../api/call-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { FormError } from '../../ui/forms/field.tsx';
import type { MemberDialogProps } from './member-dialogs.tsx';
import { RoleChoice } from './role-choice.tsx';
import { useChangeRole } from './use-membership-changes.ts';

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
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <Button variant="secondary" disabled={change.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={change.isPending}>
            {change.isPending ? 'Saving...' : 'Save Role'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
