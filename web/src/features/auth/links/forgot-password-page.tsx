import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { listFieldErrors, showFieldErrors } from '../../../api/field-errors.ts';
import { Link } from '../../../layout/link.tsx';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, FormError, TextInput } from '../../../ui/forms/field.tsx';
import { AuthFrame } from '../auth-frame.tsx';

export function ForgotPasswordPage() {
  return (
    <AuthFrame
      title="Forgot your password?"
      subtitle="We email you a link to choose a new one."
      welcome={
        <>
          It happens to
          <br />
          all of us.
        </>
      }
      next={undefined}
      other={
        <>
          Remembered it?{' '}
          <Link to={paths.logIn} className="font-semibold text-spot underline">
            Login
          </Link>
        </>
      }
    >
      <ForgotPasswordForm />
    </AuthFrame>
  );
}

const fields = { email: [] } as const;

/**
 * Asks the server to mail the link. The page then says the same for every email address, so that nobody
 * learns who has an account.
 */
function ForgotPasswordForm() {
  const { register, handleSubmit, setError, formState } = useForm<{ email: string }>();
  const ask = useMutation({
    mutationFn: (body: { email: string }) => api('POST /auth/forgot-password', { body, anonymous: true }),
    onError: (error) => showFieldErrors(setError, error, fields),
  });
  const submit = handleSubmit((values) => ask.mutate(values));
  const refused = ask.isError && listFieldErrors(ask.error, fields).length === 0;
  if (ask.isSuccess) return <Asked email={ask.variables.email} onAgain={() => ask.reset()} />;
  return (
    <form noValidate method="post" className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <Field label="Email" required error={formState.errors.email?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register('email', { validate: (text) => text.trim() !== '' || 'Email is required' })}
            type="email"
            autoComplete="email"
          />
        )}
      </Field>
      <FormError>
        {refused && messageOf(ask.error, 'The link could not be sent. Please try again.')}
      </FormError>
      <Button type="submit" size="lg" busy={ask.isPending}>
        {ask.isPending ? 'Sending the link' : 'Send the link'}
      </Button>
    </form>
  );
}

function Asked({ email, onAgain }: { email: string; onAgain: () => void }) {
  return (
    <div role="status" className="grid gap-4">
      <h2 className="text-3xl font-semibold">Check your email</h2>
      <p className="wrap-anywhere">
        If <strong>{email}</strong> has an account, we have sent it a link. The link works for one hour, and
        once.
      </p>
      <p className="text-ink-soft">
        No email after a few minutes? Look into the spam folder, or check the address.
      </p>
      <Button variant="secondary" className="justify-self-start" onClick={onAgain}>
        Ask again
      </Button>
    </div>
  );
}
