import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../api/call-error.ts';
import { listFieldErrors, showFieldErrors } from '../../../api/field-errors.ts';
import type { SessionUser } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, FormError, TextInput } from '../../../ui/forms/field.tsx';
import { CurrentPasswordField, currentPasswordRule } from '../../../ui/forms/password-input.tsx';
import { UsernameForManagers } from '../../../ui/forms/username-for-managers.tsx';
import { confirmTwoFactor, setUpTwoFactor, type TwoFactorSetUp as SetUp } from './profile.two-factor.api.ts';
import { lazyPart } from '../../../layout/lazy-part.tsx';

const QrCode = lazyPart(async () => (await import('../../tickets/qr-code.tsx')).QrCode);

export interface TwoFactorSetUpProps {
  user: SessionUser;
  heading: 'h2' | 'h3';
  /** Called with the recovery codes when the second factor is on. */
  onDone: (recoveryCodes: string[]) => void;
}

/**
 * Sets up an authenticator app. The user enters the password, scans the QR code, and enters a first code from
 * the app.
 */
export function TwoFactorSetUp({ user, heading, onDone }: TwoFactorSetUpProps) {
  const [step, setStep] = useState<'closed' | 'password' | SetUp>('closed');
  if (step === 'closed') {
    return (
      <Button className="justify-self-start" onClick={() => setStep('password')}>
        Set up
      </Button>
    );
  }
  if (step === 'password') {
    return <PasswordStep user={user} onSecret={setStep} onCancel={() => setStep('closed')} />;
  }
  return <AppStep heading={heading} setUp={step} onDone={onDone} onRestart={() => setStep('password')} />;
}

interface PasswordStepProps {
  user: SessionUser;
  onSecret: (setUp: SetUp) => void;
  onCancel: () => void;
}

function PasswordStep({ user, onSecret, onCancel }: PasswordStepProps) {
  const { register, handleSubmit, setError, setFocus, formState } = useForm({
    defaultValues: { current_password: '' },
  });
  const start = useMutation({
    mutationFn: (values: { current_password: string }) => setUpTwoFactor(values.current_password),
    onSuccess: onSecret,
    onError: (error) => showFieldErrors(setError, error, passwordField),
  });
  useEffect(() => setFocus('current_password'), [setFocus]);
  const refused = start.isError && listFieldErrors(start.error, passwordField).length === 0;
  const submit = handleSubmit((values) => start.mutate(values));
  return (
    <form noValidate className="grid max-w-md gap-5" onSubmit={(event) => void submit(event)}>
      <p>First enter your password, so that nobody else can do this at your device.</p>
      <UsernameForManagers username={user.username} />
      <CurrentPasswordField
        {...register('current_password', currentPasswordRule)}
        error={formState.errors.current_password?.message}
      />
      <FormError>
        {refused && messageOf(start.error, 'The set-up could not be started. Please try again.')}
      </FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={start.isPending}>
          Continue
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const passwordField = { current_password: [] } as const;

interface AppStepProps {
  heading: 'h2' | 'h3';
  setUp: SetUp;
  onDone: (recoveryCodes: string[]) => void;
  onRestart: () => void;
}

function AppStep({ heading: Heading, setUp, onDone, onRestart }: AppStepProps) {
  const title = useRef<HTMLHeadingElement>(null);
  // Screen readers continue at this heading, because the form that had the focus has disappeared.
  useEffect(() => title.current?.focus(), []);
  return (
    <ol className="grid list-none gap-8">
      <li className="grid gap-3">
        <Heading ref={title} tabIndex={-1} className="text-xl font-semibold outline-none">
          1. Add Foyer to your app
        </Heading>
        <p>
          Open an authenticator app on your phone, such as Aegis, Google Authenticator or the one in your
          password manager, and scan this code.
        </p>
        <div className="flex flex-wrap items-start gap-6">
          <span className="block size-48 overflow-hidden rounded-xl border border-line bg-[#fff] p-1">
            <QrCode text={setUp.app_address} label="QR code for the authenticator app" />
          </span>
          <div className="min-w-56 flex-1">
            <p className="text-ink-soft">Can you not scan it? Type this key into the app instead:</p>
            <Secret text={setUp.secret} />
            <p className="mt-3">
              <a href={setUp.app_address} className="font-semibold text-spot underline underline-offset-4">
                Open in an app on this device
              </a>
            </p>
          </div>
        </div>
      </li>
      <li className="grid gap-3">
        <Heading className="text-xl font-semibold">2. Enter the code that the app shows</Heading>
        <FirstCodeForm onDone={onDone} onRestart={onRestart} />
      </li>
    </ol>
  );
}

/** The secret in groups of four characters, which are easy to type. The copied text contains no spaces. */
function Secret({ text }: { text: string }) {
  return (
    <code
      className="mt-2 flex flex-wrap gap-x-2 font-mono text-base leading-relaxed"
      aria-label="Key for the app"
    >
      {(text.match(/.{1,4}/g) ?? []).map((group, index) => (
        <span key={`${index}-${group}`}>{group}</span>
      ))}
    </code>
  );
}

const codeField = { code: [] } as const;

function FirstCodeForm({ onDone, onRestart }: Omit<AppStepProps, 'setUp' | 'heading'>) {
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { code: '' } });
  const confirm = useMutation({
    mutationFn: ({ code }: { code: string }) => confirmTwoFactor(code),
    onSuccess: onDone,
    onError: (error) => showFieldErrors(setError, error, codeField),
  });
  const refused = confirm.isError && listFieldErrors(confirm.error, codeField).length === 0;
  const submit = handleSubmit((values) => confirm.mutate(values));
  return (
    <form noValidate className="grid max-w-md gap-5" onSubmit={(event) => void submit(event)}>
      <Field
        label="Code"
        required
        hint="Six digits. It changes every 30 seconds."
        error={formState.errors.code?.message}
      >
        {(control) => (
          <TextInput
            {...control}
            {...register('code', { required: 'Enter the code from your app' })}
            inputMode="numeric"
            autoComplete="one-time-code"
            className="max-w-48 text-xl tracking-widest tabular-nums"
          />
        )}
      </Field>
      <FormError>
        {refused && messageOf(confirm.error, 'The code could not be checked. Please try again.')}
      </FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={confirm.isPending}>
          Switch on
        </Button>
        <Button variant="quiet" onClick={onRestart}>
          Start again
        </Button>
      </div>
    </form>
  );
}
