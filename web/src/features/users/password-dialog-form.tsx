import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../api/call-error.ts';
import { api } from '../../api/client.ts';
import { listFieldErrors, showFieldErrors } from '../../api/field-errors.ts';
import { useSession } from '../../api/session.ts';
import { Field, FormError } from '../../ui/forms/field.tsx';
import { PasswordInput } from '../../ui/forms/password-input.tsx';
import { UsernameForManagers } from '../../ui/forms/username-for-managers.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { FormButtons } from '../../ui/forms/form-buttons.tsx';

const fields = { password: [] } as const;

export interface PasswordDialogProps {
  onConfirmed: () => void;
  onCancel: () => void;
}

/**
 * Asks users for their own password again. For ten minutes after the right password, the session may make calls that
 * need a recently typed password.
 */
export function PasswordDialog({ onConfirmed, onCancel }: PasswordDialogProps) {
  const { user } = useSession();
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } });
  const confirmation = useMutation({
    mutationFn: (body: { password: string }) => api('POST /auth/confirm-password', { body }),
    onSuccess: onConfirmed,
    onError: (error) => showFieldErrors(setError, error, fields),
  });
  const refused = confirmation.isError && listFieldErrors(confirmation.error, fields).length === 0;
  const submit = handleSubmit((values) => confirmation.mutate(values));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !confirmation.isPending && onCancel()}
      title="Your Password"
      description="You entered it more than 10 minutes ago. Foyer asks again, so that nobody else can act in your name."
    >
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(event) => {
          // This form may be inside another form's dialog. Stop the event, because otherwise React would
          // submit the outer form too.
          event.stopPropagation();
          void submit(event);
        }}
      >
        <UsernameForManagers username={user?.username ?? ''} />
        <Field label="Password" required error={formState.errors.password?.message}>
          {(control) => (
            <PasswordInput
              {...control}
              {...register('password', { required: 'Enter your password' })}
              autoComplete="current-password"
            />
          )}
        </Field>
        <FormError>
          {refused && messageOf(confirmation.error, 'The password could not be checked. Please try again.')}
        </FormError>
        <FormButtons submit="Continue" busy={confirmation.isPending} onCancel={onCancel} />
      </form>
    </Dialog>
  );
}
