import type { Ref } from 'react';
import { Field, TextInput } from '../../ui/forms/field.tsx';

interface PersonNameFieldProps {
  ref: Ref<HTMLInputElement>;
  value: string;
  onChange: (value: string) => void;
  hint?: string;
  error?: string;
}

/** A field for the username or email of somebody with an account, without autocomplete or spell check. */
export function PersonNameField({ ref, value, onChange, hint, error }: PersonNameFieldProps) {
  return (
    <Field label="Username or email" required hint={hint} error={error}>
      {(control) => (
        <TextInput
          {...control}
          ref={ref}
          value={value}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(change) => onChange(change.target.value)}
        />
      )}
    </Field>
  );
}
