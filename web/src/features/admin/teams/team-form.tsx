import { createTeam } from '@foyer/contract/teams.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { listFieldErrors, showFieldErrors } from '../../../api/field-errors.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { Field, FormError, TextArea, TextInput } from '../../../ui/forms/field.tsx';
import type { AdminTeam } from '../admin.api.ts';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';
import { type TeamValues, useCreateTeam, useUpdateTeam } from './use-team-changes.ts';

const wholeTeam = createTeam.body.extend({
  description: createTeam.body.shape.description.unwrap().unwrap(),
});

/** The form's fields, each with the server's error codes that are shown at this field. */
const fields = { name: ['team_name_taken'], description: [] } as const;

interface TeamDialogProps {
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}

export function NewTeamDialog(props: TeamDialogProps) {
  return (
    <TeamForm
      {...props}
      change={useCreateTeam()}
      title="Create New Team"
      description="You become its first team admin. Add other members afterwards."
      words={{ idle: 'Create Team', active: 'Creating...' }}
      values={{ name: '', description: '' }}
    />
  );
}

export function EditTeamDialog({ team, ...props }: TeamDialogProps & { team: AdminTeam }) {
  return (
    <TeamForm
      {...props}
      change={useUpdateTeam(team)}
      title="Edit Team"
      words={{ idle: 'Save Changes', active: 'Saving...' }}
      values={{ name: team.name, description: team.description ?? '' }}
    />
  );
}

interface TeamFormProps extends TeamDialogProps {
  change: ReturnType<typeof useCreateTeam> | ReturnType<typeof useUpdateTeam>;
  title: string;
  description?: string;
  words: { idle: string; active: string };
  values: TeamValues;
}

function TeamForm({ change, title, description, words, values, onClose, finalFocus }: TeamFormProps) {
  const form = useForm<TeamValues>({
    resolver: zodResolver(wholeTeam, undefined, { raw: true }),
    mode: 'onTouched',
    defaultValues: values,
  });
  const { errors } = form.formState;
  const submit = form.handleSubmit((typed) =>
    change.mutate(typed, {
      onSuccess: onClose,
      onError: (error) => showFieldErrors(form.setError, error, fields),
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !change.isPending && onClose()}
      title={title}
      description={description}
      finalFocus={finalFocus}
    >
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <Field label="Team Name" required error={errors.name?.message}>
          {(control) => <TextInput {...control} {...form.register('name')} autoComplete="off" />}
        </Field>
        <Field label="Description" error={errors.description?.message}>
          {(control) => <TextArea {...control} {...form.register('description')} rows={4} maxLength={2000} />}
        </Field>
        <FormError>{listFieldErrors(change.error, fields).length === 0 && change.failure}</FormError>
        <FormButtons
          submit={change.isPending ? words.active : words.idle}
          busy={change.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
