import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { startSession } from '../../api/session.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FormError, TextInput } from '../../ui/forms/field.tsx';
import { describeFailure, isChallengeOver, logInWithCode } from './auth.api.ts';

export interface CodeFormProps {
  challenge: string;
  /** Called when the user must start again with the password. `failure` says why. */
  onOver: (failure: string) => void;
}

const kinds = {
  app: {
    label: 'Code',
    hint: 'Six digits from your authenticator app.',
    missing: 'Enter the code from your app',
    other: 'Use a recovery code',
    input: { inputMode: 'numeric', autoComplete: 'one-time-code' },
  },
  recovery: {
    label: 'Recovery code',
    hint: 'One of the ten codes that you saved, such as k7m2p-xq4wd. It works once.',
    missing: 'Enter one of your recovery codes',
    other: 'Use the code from the app',
    input: { inputMode: 'text', autoComplete: 'off' },
  },
} as const;

/** The second step of a login. The right code starts a session, and then `AuthFrame` opens the next page. */
export function CodeForm({ challenge, onOver }: CodeFormProps) {
  const [kind, setKind] = useState<keyof typeof kinds>('app');
  const { register, handleSubmit, formState, resetField, setFocus } = useForm({
    defaultValues: { code: '' },
  });
  const login = useMutation({
    mutationFn: ({ code }: { code: string }) => logInWithCode({ challenge, code }),
    onSuccess: startSession,
    onError: (error) => {
      if (isChallengeOver(error)) onOver(error.message);
      else setFocus('code', { shouldSelect: true });
    },
  });
  useEffect(() => setFocus('code'), [setFocus]);
  const { label, hint, missing, other, input } = kinds[kind];
  const submit = handleSubmit(
    (values) => login.mutate(values),
    () => login.reset(),
  );
  const change = () => {
    setKind(kind === 'app' ? 'recovery' : 'app');
    resetField('code');
    login.reset();
    setFocus('code');
  };
  return (
    <form noValidate className="grid gap-5" onSubmit={(event) => void submit(event)}>
      <Field label={label} required hint={hint} error={formState.errors.code?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register('code', { validate: (code) => code.trim() !== '' || missing })}
            {...input}
            autoCapitalize="none"
            spellCheck={false}
            className="text-xl tracking-widest tabular-nums"
          />
        )}
      </Field>
      <FormError>
        {login.isError && describeFailure(login.error, 'Login failed. Please try again.')}
      </FormError>
      <Button type="submit" size="lg" busy={login.isPending}>
        {login.isPending ? 'Logging in' : 'Login'}
      </Button>
      <Button variant="quiet" onClick={change}>
        {other}
      </Button>
    </form>
  );
}
