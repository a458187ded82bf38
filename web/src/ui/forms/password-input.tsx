import { type ComponentPropsWithRef, useState } from 'react';
import { classes } from '../classes.ts';
import { Field, TextInput } from './field.tsx';

/** A field for a password, with a button that shows and hides the password. */
export function PasswordInput({ className, ...rest }: ComponentPropsWithRef<'input'>) {
  const [shown, setShown] = useState(false);
  return (
    <span className="relative block">
      <TextInput
        {...rest}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className={classes('pr-20', className)}
      />
      <button
        type="button"
        className="absolute inset-y-1 right-1 rounded-md px-3.5 text-[0.9375rem] font-semibold text-ink-soft -outline-offset-3 hover:bg-sunken hover:text-ink"
        onClick={() => setShown(!shown)}
      >
        {shown ? 'Hide' : 'Show'}
        <span className="sr-only"> password</span>
      </button>
    </span>
  );
}

export interface CurrentPasswordFieldProps extends ComponentPropsWithRef<'input'> {
  hint?: string;
  error?: string | undefined;
}

/** The field for the user's own password, which some changes ask for again. */
export function CurrentPasswordField({ hint, error, ...registration }: CurrentPasswordFieldProps) {
  return (
    <Field label="Current password" required hint={hint} error={error}>
      {(control) => <PasswordInput {...control} {...registration} autoComplete="current-password" />}
    </Field>
  );
}

/** The rule of `CurrentPasswordField`, for the `register` function of its form. */
export const currentPasswordRule = { required: 'Enter your current password' };
