import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { Field, TextInput } from '../../../ui/forms/field.tsx';
import type { BuyerValues } from './order-request.ts';

export interface BuyerNameFieldProps {
  register: UseFormRegister<BuyerValues>;
  errors: FieldErrors<BuyerValues>;
  hint?: string;
}

export function BuyerNameField({ register, errors, hint }: BuyerNameFieldProps) {
  return (
    <Field label="Your name" required hint={hint} error={errors.name?.message}>
      {(control) => (
        <TextInput
          {...control}
          {...register('name', { validate: (text) => text.trim() !== '' || 'Enter your name' })}
          autoComplete="name"
          maxLength={100}
        />
      )}
    </Field>
  );
}
