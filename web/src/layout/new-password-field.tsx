import type { ComponentPropsWithRef } from 'react';
import { Field } from '../ui/forms/field.tsx';
import { PasswordInput } from '../ui/forms/password-input.tsx';
import { useSite } from './use-site.ts';

export interface NewPasswordFieldProps extends Omit<ComponentPropsWithRef<'input'>, 'id'> {
  label?: string;
  error?: string;
}

/** A field for choosing a password. Spread the form's registration on it. */
export function NewPasswordField({ label = 'Password', error, ...registration }: NewPasswordFieldProps) {
  const { passwordMinLength } = useSite();
  return (
    <Field
      label={label}
      required
      hint={`At least ${passwordMinLength} characters; a longer one is safer.`}
      error={error}
    >
      {(control) => <PasswordInput {...control} {...registration} autoComplete="new-password" />}
    </Field>
  );
}

/** Checks the length of a new password before it is sent: returns what is wrong, or undefined. */
export function findPasswordFault(password: string, minLength: number): string | undefined {
  if (password === '') return 'Password is required';
  return password.length < minLength ? `Password must be at least ${minLength} characters` : undefined;
}
