import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { ownUserQuery } from '../../../api/account.ts';
import { messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { listFieldErrors } from '../../../api/field-errors.ts';
import { getSession } from '../../../api/session.ts';
import { Link } from '../../../layout/link.tsx';
import { findPasswordFault, NewPasswordField } from '../../../layout/new-password-field.tsx';
import { NoticeCard } from '../../../layout/notice-card.tsx';
import { PageSkeleton } from '../../../layout/page-skeleton.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { paths } from '../../../paths.ts';
import { Button, buttonStyle } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FormError } from '../../../ui/forms/field.tsx';
import { type DeadLink, describeDeadLink, incompleteLink } from './link-failure.ts';
import { useLinkToken } from './use-link-token.ts';

/**
 * The page on which a mailed link lets the user choose a password. The link that `npm run admin` prints leads here
 * too.
 */
export function ResetPasswordPage() {
  const token = useLinkToken();
  if (token === undefined) return <PageSkeleton />;
  // The key resets the form when another link is opened in the same tab.
  return token === '' ? <Dead link={incompleteLink} /> : <ChoosePassword key={token} token={token} />;
}

function ChoosePassword({ token }: { token: string }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (password: string) =>
      api('POST /auth/reset-password', { body: { token, password }, anonymous: true }),
    // The server has ended all sessions of the account. If this browser had one of these sessions, end the
    // session here too.
    onSuccess: async () => {
      const { user } = getSession();
      if (user) await queryClient.query({ ...ownUserQuery(user.id), staleTime: 0 }).catch(() => undefined);
    },
  });
  const dead = describeDeadLink(change.error);
  if (dead) return <Dead link={dead} />;
  if (change.isSuccess) return <Changed />;
  return (
    <div className="page-width grid justify-items-center py-12 sm:py-16">
      <Card className="w-full max-w-xl p-6 sm:p-10">
        <h1 className="text-4xl font-semibold sm:text-5xl">Choose a new password</h1>
        <p className="mt-4 mb-7 text-lg text-ink-soft">
          It replaces your current one and signs you out on all devices.
        </p>
        <ChoosePasswordForm
          error={change.error}
          busy={change.isPending}
          onChoose={(password) => change.mutate(password)}
        />
      </Card>
    </div>
  );
}

interface ChoosePasswordFormProps {
  error: unknown;
  busy: boolean;
  onChoose: (password: string) => void;
}

const fields = { password: [] } as const;

function ChoosePasswordForm({ error, busy, onChoose }: ChoosePasswordFormProps) {
  const { passwordMinLength } = useSite();
  const { register, handleSubmit, formState } = useForm<{ password: string }>();
  const [refusal] = listFieldErrors(error, fields);
  const submit = handleSubmit(({ password }) => onChoose(password));
  return (
    <form noValidate method="post" className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <NewPasswordField
        label="New password"
        {...register('password', { validate: (text) => findPasswordFault(text, passwordMinLength) })}
        error={formState.errors.password?.message ?? refusal?.message}
      />
      <FormError>
        {Boolean(error) &&
          !refusal &&
          messageOf(error, 'The password could not be changed. Please try again.')}
      </FormError>
      <Button type="submit" size="lg" busy={busy} className="justify-self-start">
        {busy ? 'Changing password' : 'Change password'}
      </Button>
    </form>
  );
}

function Changed() {
  return (
    <NoticeCard
      title="Password changed"
      text="You are signed out on all devices. Log in with your new password."
      action={
        <Link to={paths.logIn} className={buttonStyle('primary', 'lg')}>
          Login
        </Link>
      }
    />
  );
}

function Dead({ link: { title, text } }: { link: DeadLink }) {
  return (
    <NoticeCard
      title={title}
      text={text}
      tone="bad"
      action={
        <Link to={paths.forgotPassword} className={buttonStyle('primary', 'lg')}>
          Get a new link
        </Link>
      }
    />
  );
}
