import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { listFieldErrors, showFieldErrors } from '../../../api/field-errors.ts';
import { type SessionUser, updateSessionUser } from '../../../api/session.ts';
import { useSite } from '../../../layout/use-site.ts';
import { Button } from '../../../ui/button.tsx';
import { FormError } from '../../../ui/forms/field.tsx';
import { CurrentPasswordField, currentPasswordRule } from '../../../ui/forms/password-input.tsx';
import { UsernameForManagers } from '../../../ui/forms/username-for-managers.tsx';
import { devicesQuery } from '../profile.devices.api.ts';
import { findPasswordFault, NewPasswordField } from '../../../layout/new-password-field.tsx';
import { toast } from '../../../ui/overlays/toast.ts';

interface PasswordValues {
  current_password: string;
  password: string;
}

/** The form's fields, each with the server's error codes that are shown at this field. */
const fields = { current_password: [], password: [] } as const;

const empty: PasswordValues = { current_password: '', password: '' };

export interface PasswordFormProps {
  user: SessionUser;
  /** Called after the change, when the session has the new data of the user. */
  onDone?: () => void;
}

export function PasswordForm({ user, onDone }: PasswordFormProps) {
  const queryClient = useQueryClient();
  const { passwordMinLength } = useSite();
  const { register, handleSubmit, setError, reset, formState } = useForm<PasswordValues>({
    defaultValues: empty,
  });
  const change = useMutation({
    mutationFn: (body: PasswordValues) => api('PATCH /users/:id', { params: { id: user.id }, body }),
    onSuccess: (answer) => {
      updateSessionUser(answer.user);
      reset(empty);
      toast.success('Password changed', { description: 'You are signed out on all other devices.' });
      void queryClient.invalidateQueries({ queryKey: devicesQuery(user.id).queryKey });
      onDone?.();
    },
    onError: (error) => showFieldErrors(setError, error, fields),
  });
  const refused = change.isError && listFieldErrors(change.error, fields).length === 0;
  const { errors } = formState;
  const submit = handleSubmit((values) => change.mutate(values));
  return (
    <form noValidate className="grid max-w-md gap-5" onSubmit={(event) => void submit(event)}>
      <UsernameForManagers username={user.username} />
      <CurrentPasswordField
        {...register('current_password', currentPasswordRule)}
        error={errors.current_password?.message}
      />
      <NewPasswordField
        label="New password"
        {...register('password', { validate: (password) => findPasswordFault(password, passwordMinLength) })}
        error={errors.password?.message}
      />
      <FormError>
        {refused && messageOf(change.error, 'The password could not be changed. Please try again.')}
      </FormError>
      <Button type="submit" busy={change.isPending} className="justify-self-start">
        {change.isPending ? 'Changing password' : 'Change password'}
      </Button>
    </form>
  );
}
