import { type SubmitEvent, useRef, useState } from 'react';
import { messageOf } from '../../api/call-error.ts';
import { listFieldErrors } from '../../api/field-errors.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { FormError } from '../../ui/forms/field.tsx';
import { PersonNameField } from '../users/person-name-field.tsx';
import { RoleChoice } from './role-choice.tsx';
import type { TeamRole } from './team-roles.ts';
import { type TeamView, useAddMember } from './use-membership-changes.ts';

/** Refusals that are about who was named; the server calls it by what was sent. */
const nameFields = { username: ['user_not_found', 'already_member'], email: [] } as const;

/** Adds somebody by one of their names; what was typed stays until they are in. */
export function AddMemberDialog({ onClose, ...view }: TeamView & { onClose: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [role, setRole] = useState<TeamRole>('event_manager');
  const [missing, setMissing] = useState(false);
  const adding = useAddMember(view);
  const aboutName = missing
    ? 'Username or email is required'
    : listFieldErrors(adding.error, nameFields)[0]?.message;
  const complain = () => input.current?.focus();
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = name.trim();
    setMissing(typed === '');
    if (typed === '') complain();
    else adding.mutate({ name: typed, role }, { onSuccess: onClose, onError: complain });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !adding.isPending && onClose()}
      title="Add Team Member"
      description={`They need an account on this site, and belong to ${view.team.team_name} at once.`}
    >
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <PersonNameField ref={input} value={name} onChange={setName} error={aboutName} />
        <RoleChoice value={role} onChange={setRole} />
        <FormError>
          {adding.error && !aboutName && messageOf(adding.error, 'Failed to add the team member')}
        </FormError>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" disabled={adding.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={adding.isPending}>
            {adding.isPending ? 'Adding...' : 'Add Member'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
