import { useLocation } from '@tanstack/react-router';
import type { FieldErrors, UseFormRegister } from 'react-hook-form';
import { Link } from '../../../layout/link.tsx';
import { paths } from '../../../paths.ts';
import { Field, TextInput } from '../../../ui/forms/field.tsx';
import { BuyerNameField } from './buyer-name-field.tsx';
import type { BuyerValues } from './order-request.ts';

export interface GuestFieldsProps {
  register: UseFormRegister<BuyerValues>;
  errors: FieldErrors<BuyerValues>;
  onLogIn: () => void;
}

export function GuestFields({ register, errors, onLogIn }: GuestFieldsProps) {
  const here = useLocation({ select: ({ href }) => href });
  return (
    <>
      <p className="text-ink-soft">
        You order as a guest.{' '}
        <Link
          to={paths.logIn}
          search={{ next: here }}
          onClick={onLogIn}
          className="font-semibold underline underline-offset-4"
        >
          Log in instead
        </Link>
      </p>
      <BuyerNameField register={register} errors={errors} />
      <Field label="Email" required hint="We send the tickets to this address." error={errors.email?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register('email', {
              validate: (text) => {
                if (text.trim() === '') return 'Enter your email address';
                return (
                  /^\s*\S+@\S+\.\S+\s*$/.test(text) || 'This is not a whole address, such as name@example.com'
                );
              },
            })}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
    </>
  );
}
