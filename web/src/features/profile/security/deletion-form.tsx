import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { listFieldErrors, showFieldErrors } from '../../../api/field-errors.ts';
import type { SessionUser } from '../../../api/session.ts';
import { useSessionEnd } from '../../../layout/use-session-end.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, FormError, TextInput } from '../../../ui/forms/field.tsx';
import { CurrentPasswordField, currentPasswordRule } from '../../../ui/forms/password-input.tsx';
import { consequencesQuery } from '../profile.deletion.api.ts';
import { toast } from '../../../ui/overlays/toast.ts';

interface DeletionValues {
  typed: string;
  current_password: string;
}

/** The form's fields, each with the server's error codes that are shown at this field. */
const fields = { current_password: [] } as const;

export interface DeletionFormProps {
  user: SessionUser;
  onCancel: () => void;
}

export function DeletionForm({ user, onCancel }: DeletionFormProps) {
  const queryClient = useQueryClient();
  const endSession = useSessionEnd();
  const { register, handleSubmit, setError, formState } = useForm<DeletionValues>({
    defaultValues: { typed: '', current_password: '' },
  });
  const deletion = useMutation({
    mutationFn: (current_password: string) =>
      api('DELETE /users/:id', { params: { id: user.id }, body: { current_password } }),
    onSuccess: async () => {
      await endSession(paths.home);
      toast.success('Your account is deleted', { description: 'Thank you for having been here.' });
    },
    onError: (error) => {
      showFieldErrors(setError, error, fields);
      // The server may refuse because something changed after the page was loaded, such as a sold ticket. So load the
      // consequences of the deletion again.
      void queryClient.invalidateQueries({ queryKey: consequencesQuery(user.id).queryKey });
    },
  });
  const refused = deletion.isError && listFieldErrors(deletion.error, fields).length === 0;
  const { errors } = formState;
  const submit = handleSubmit(({ current_password }) => deletion.mutate(current_password));
  return (
    <form noValidate className="mt-6 grid max-w-md gap-5" onSubmit={(event) => void submit(event)}>
      <Field
        label="Your username, to confirm"
        required
        hint={<span className="wrap-anywhere">Type {user.username}</span>}
        error={errors.typed?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...register('typed', {
              validate: (typed) => typed.trim() === user.username || `Type ${user.username} to confirm`,
            })}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <CurrentPasswordField
        {...register('current_password', currentPasswordRule)}
        error={errors.current_password?.message}
      />
      <FormError>
        {refused && messageOf(deletion.error, 'Your account could not be deleted. Please try again.')}
      </FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger-solid" busy={deletion.isPending}>
          {deletion.isPending ? 'Deleting your account' : 'Delete my account'}
        </Button>
        <Button variant="secondary" disabled={deletion.isPending} onClick={onCancel}>
          Keep my account
        </Button>
      </div>
    </form>
  );
}
