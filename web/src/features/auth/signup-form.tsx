import { registration } from '@foyer/contract/auth.ts';
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { type FieldErrors, type Resolver, useForm, useWatch } from 'react-hook-form';
import { listFieldErrors, showFieldErrors } from '../../api/field-errors.ts';
import { startSession } from '../../api/session.ts';
import { useSite } from '../../layout/use-site.ts';
import type { Site } from '../../site.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { Field, FormError, TextArea, TextInput } from '../../ui/forms/field.tsx';
import { findPasswordFault, NewPasswordField } from '../../layout/new-password-field.tsx';
import { describeFailure, type SignUp, signUp } from './auth.api.ts';
import { listMissing } from './signup-missing.ts';

const checkWhole = zodResolver(registration, undefined, { raw: true });

/**
 * Looks for empty required fields first, and reports all of them. If no required field is empty, checks the
 * values against the contract, and the password against the length that this site asks for.
 */
const checkForm: Resolver<SignUp, Context> = async (values, context, options) => {
  const missing = listMissing(values);
  const errors: FieldErrors<SignUp> = {};
  for (const { name, message } of missing) errors[name] = { type: 'required', message };
  if (missing.length > 0) return { values: {}, errors };
  const result = await checkWhole(values, context, options);
  const short = findPasswordFault(values.password, context?.passwordMinLength ?? 0);
  if (short === undefined) return result;
  return { values: {}, errors: { ...result.errors, password: { type: 'length', message: short } } };
};

type Context = Pick<Site, 'passwordMinLength'>;

/** The form's fields, each with the server's error codes that are shown at this field. */
const fields = {
  username: ['username_taken'],
  email: ['email_taken'],
  password: [],
  teamName: ['team_name_taken'],
  teamDescription: [],
} as const;

function useSignupForm() {
  // The form has no default values, because default values would erase text that was typed or autofilled
  // before hydration.
  const form = useForm<SignUp, Context>({ resolver: checkForm, context: useSite() });
  // Undefined until the user changes the box after hydration. The user may have ticked the box before hydration, so
  // `getValues` below reads the box itself.
  const watched = useWatch({ control: form.control, name: 'isEventOrganiser' });
  const signup = useMutation({
    mutationFn: signUp,
    onSuccess: startSession,
    onError: (error) => showFieldErrors(form.setError, error, fields),
  });
  const { errors } = form.formState;
  const somethingMissing = Object.values(errors).some((error) => error.type === 'required');
  const refused = signup.isError && listFieldErrors(signup.error, fields).length === 0;
  return {
    ...form,
    isOrganiser: watched ?? form.getValues('isEventOrganiser'),
    errors,
    busy: signup.isPending,
    failure: somethingMissing
      ? 'Please fill in all required fields'
      : refused && describeFailure(signup.error, 'Registration failed. Please try again.'),
    submit: form.handleSubmit(
      (values) => signup.mutate(values),
      () => signup.reset(),
    ),
  };
}

/** Creates an account, and also a team for an organiser. Then `AuthFrame` opens the next page. */
export function SignupForm({ isForOrganisers = false }: { isForOrganisers?: boolean }) {
  const { register, isOrganiser, errors, busy, failure, submit } = useSignupForm();
  return (
    <form noValidate method="post" className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <Field
        label="Username"
        required
        hint="Letters, digits, dots, dashes and underscores."
        error={errors.username?.message}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            {...register('username')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="Email" required hint="Your tickets are sent here." error={errors.email?.message}>
        {(wiring) => <TextInput {...wiring} {...register('email')} type="email" autoComplete="email" />}
      </Field>
      <NewPasswordField {...register('password')} error={errors.password?.message} />
      <Checkbox
        label="I am an event organizer"
        defaultChecked={isForOrganisers}
        {...register('isEventOrganiser')}
      />
      {isOrganiser && (
        <>
          <Field
            label="Team Name"
            required
            hint="Events are published under this name."
            error={errors.teamName?.message}
          >
            {(wiring) => <TextInput {...wiring} {...register('teamName')} autoComplete="organization" />}
          </Field>
          <Field label="Team Description" error={errors.teamDescription?.message}>
            {(wiring) => <TextArea {...wiring} {...register('teamDescription')} rows={3} />}
          </Field>
        </>
      )}
      <FormError>{failure}</FormError>
      <Button type="submit" size="lg" busy={busy}>
        {busy ? 'Creating Account' : 'Sign Up'}
      </Button>
    </form>
  );
}
