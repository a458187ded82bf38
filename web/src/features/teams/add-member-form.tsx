import { type SubmitEvent, useRef, useState } from 'react';
import { messageOf } from '../../api/call-error.ts';
import { listFieldErrors } from '../../api/field-errors.ts';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { FormError } from '../../ui/forms/field.tsx';
import { PersonNameField } from '../users/person-name-field.tsx';
import { RoleChoice } from './role-choice.tsx';
import type { TeamRole } from './team-roles.ts';
import { type TeamView, useAddMember } from './use-membership-changes.ts';
import { FormButtons } from '../../ui/forms/form-buttons.tsx';

/**
 * The errors that are shown at the name field. The form has one field for a name, but the server reports an error for
 * `username` or `email`, whichever was sent.
 */
const nameFields = {
  username: ['user_not_found', 'already_member', 'already_invited', 'invitation_declined'],
  email: [],
} as const;

const inviting = {
  title: 'Invite Team Member',
  explain: (team: string) => `They become a member of ${team} when they accept the invitation.`,
  submit: 'Invite',
  busy: 'Inviting...',
  failed: 'Failed to send the invitation',
};

const addingAtOnce = {
  title: 'Add Team Member',
  explain: (team: string) => `They need an account on this site. They become a member of ${team} at once.`,
  submit: 'Add Member',
  busy: 'Adding...',
  failed: 'Failed to add the team member',
};

interface AddMemberDialogProps extends TeamView {
  /**
   * Whether the person must accept an invitation first. A site administrator makes the person a member at
   * once.
   */
  invites: boolean;
  onClose: () => void;
}

export function AddMemberDialog({ invites, onClose, ...view }: AddMemberDialogProps) {
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState('');
  const [role, setRole] = useState<TeamRole>('event_manager');
  const [missing, setMissing] = useState(false);
  const adding = useAddMember(view);
  const nameError = missing
    ? 'Username or email is required'
    : listFieldErrors(adding.error, nameFields)[0]?.message;
  const focusName = () => input.current?.focus();
  const words = invites ? inviting : addingAtOnce;
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = name.trim();
    setMissing(typed === '');
    if (typed === '') focusName();
    else adding.mutate({ name: typed, role }, { onSuccess: onClose, onError: focusName });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !adding.isPending && onClose()}
      title={words.title}
      description={words.explain(view.team.team_name)}
    >
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <PersonNameField ref={input} value={name} onChange={setName} error={nameError} />
        <RoleChoice value={role} onChange={setRole} />
        <FormError>{adding.error && !nameError && messageOf(adding.error, words.failed)}</FormError>
        <FormButtons
          submit={adding.isPending ? words.busy : words.submit}
          busy={adding.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
