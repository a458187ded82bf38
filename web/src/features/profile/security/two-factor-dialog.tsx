import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../api/call-error.ts';
import { listFieldErrors, showFieldErrors } from '../../../api/field-errors.ts';
import { Field, FormError, TextInput } from '../../../ui/forms/field.tsx';
import { CurrentPasswordField, currentPasswordRule } from '../../../ui/forms/password-input.tsx';
import { UsernameForManagers } from '../../../ui/forms/username-for-managers.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { type PasswordAndCode, replaceRecoveryCodes, switchOffTwoFactor } from './profile.two-factor.api.ts';
import { toast } from '../../../ui/overlays/toast.ts';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';

export type TwoFactorAction = 'new_codes' | 'switch_off';

export interface TwoFactorDialogProps {
  action: TwoFactorAction;
  username: string;
  onClose: () => void;
  onNewCodes: (codes: string[]) => void;
  onOff: () => void;
}

const words = {
  new_codes: {
    title: 'New Recovery Codes',
    description: 'You get ten new codes. The old ones stop working.',
    button: 'Create new codes',
    variant: 'primary',
    failure: 'No new codes could be created. Please try again.',
  },
  switch_off: {
    title: 'Switch off two-factor authentication?',
    description: 'Your password alone then opens your account. Your recovery codes stop working.',
    button: 'Switch off',
    variant: 'danger-solid',
    failure: 'Two-factor authentication could not be switched off. Please try again.',
  },
} as const;

const fields = { current_password: [], code: [] } as const;

/** Asks for the password and a code before a change to the second factor. */
export function TwoFactorDialog({ action, username, onClose, onNewCodes, onOff }: TwoFactorDialogProps) {
  const { title, description, button, variant, failure } = words[action];
  const { register, handleSubmit, setError, formState } = useForm<PasswordAndCode>({
    defaultValues: { current_password: '', code: '' },
  });
  const change = useMutation({
    mutationFn: async (proof: PasswordAndCode) => {
      if (action === 'new_codes') return replaceRecoveryCodes(proof);
      await switchOffTwoFactor(proof);
      return null;
    },
    onSuccess: (codes) => {
      onClose();
      if (codes) onNewCodes(codes);
      else {
        toast.success('Two-factor authentication is off');
        onOff();
      }
    },
    onError: (error) => showFieldErrors(setError, error, fields),
  });
  const refused = change.isError && listFieldErrors(change.error, fields).length === 0;
  const { errors } = formState;
  const submit = handleSubmit((values) => change.mutate(values));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title} description={description}>
      <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <UsernameForManagers username={username} />
        <CurrentPasswordField
          {...register('current_password', currentPasswordRule)}
          error={errors.current_password?.message}
        />
        <Field
          label="Code"
          required
          hint="Six digits from your app, or a recovery code."
          error={errors.code?.message}
        >
          {(control) => (
            <TextInput
              {...control}
              {...register('code', { required: 'Enter a code' })}
              autoComplete="one-time-code"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <FormError>{refused && messageOf(change.error, failure)}</FormError>
        <FormButtons submit={button} variant={variant} busy={change.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
