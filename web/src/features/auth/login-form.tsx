import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { startSession } from '../../api/session.ts';
import { Link } from '../../layout/link.tsx';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FormError, TextInput } from '../../ui/forms/field.tsx';
import { PasswordInput } from '../../ui/forms/password-input.tsx';
import { type Credentials, describeFailure, findChallenge, logIn } from './auth.api.ts';

export interface LoginFormProps {
  /** The username that the form shows at first when the user comes back from the second step. */
  username?: string;
  failure?: string;
  /** Called when the password is right and a second step is needed. */
  onChallenge: (username: string, challenge: string) => void;
}

/**
 * The first step of a login. Without a second step, the right password starts a session, and then `AuthFrame`
 * opens the next page.
 */
export function LoginForm({ username, failure, onChallenge }: LoginFormProps) {
  // The form has no default values at first, because default values would erase text that was typed or
  // autofilled before hydration.
  const { register, handleSubmit, formState, setFocus } = useForm<Credentials>(
    username === undefined ? {} : { defaultValues: { username, password: '' } },
  );
  const login = useMutation({ mutationFn: logIn, onSuccess: startSession });
  const { errors } = formState;
  const submit = handleSubmit(
    (credentials) =>
      login.mutate(credentials, {
        onError: (error) => {
          const challenge = findChallenge(error);
          if (challenge === undefined) setFocus('password', { shouldSelect: true });
          else onChallenge(credentials.username, challenge);
        },
      }),
    () => login.reset(),
  );
  return (
    <form noValidate method="post" className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <Field label="Username" required hint="Your email address works too.">
        {(control) => (
          <TextInput
            {...control}
            {...register('username', { validate: isGiven })}
            aria-invalid={errors.username ? true : undefined}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
          />
        )}
      </Field>
      <Field label="Password" required>
        {(control) => (
          <PasswordInput
            {...control}
            {...register('password', { required: true })}
            aria-invalid={errors.password ? true : undefined}
            autoComplete="current-password"
          />
        )}
      </Field>
      <FormError>
        {errors.username || errors.password
          ? 'Please enter both username and password'
          : login.isError
            ? describeFailure(login.error, 'Login failed. Please try again.')
            : login.isIdle && failure}
      </FormError>
      <Button type="submit" size="lg" busy={login.isPending}>
        {login.isPending ? 'Logging in' : 'Login'}
      </Button>
      <p className="text-center">
        <Link to={paths.forgotPassword} className="text-ink-soft underline underline-offset-4 hover:text-ink">
          Forgot your password?
        </Link>
      </p>
    </form>
  );
}

function isGiven(text: string): boolean {
  return text.trim() !== '';
}
