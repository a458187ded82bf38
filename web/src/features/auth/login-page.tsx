import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { Link } from '../../layout/link.tsx';
import { paths } from '../../paths.ts';
import { AuthFrame } from './auth-frame.tsx';
import { CodeForm } from './code-form.tsx';
import { LoginForm } from './login-form.tsx';

const route = getRouteApi(paths.logIn);

/** The step of the login that the page shows: the password, or the code of the second step. */
type Step =
  | { name: 'password'; username?: string; failure?: string }
  | { name: 'code'; username: string; challenge: string };

export function LoginPage() {
  const { next } = route.useSearch();
  const [step, setStep] = useState<Step>({ name: 'password' });
  const isCode = step.name === 'code';
  return (
    <AuthFrame
      title={isCode ? 'One more step' : 'Login'}
      subtitle={
        isCode ? 'Your account is protected by a second step.' : 'Your tickets and your events are inside.'
      }
      welcome={
        <>
          Good to see
          <br />
          you again.
        </>
      }
      next={next}
      other={
        isCode ? (
          <button
            type="button"
            className="font-semibold text-spot underline"
            onClick={() => setStep({ name: 'password', username: step.username })}
          >
            Back to the password
          </button>
        ) : (
          <>
            Don&apos;t have an account?{' '}
            <Link to={paths.signUp} search={{ next }} className="font-semibold text-spot underline">
              Sign Up
            </Link>
          </>
        )
      }
    >
      {isCode ? (
        <CodeForm
          challenge={step.challenge}
          onOver={(failure) => setStep({ name: 'password', username: step.username, failure })}
        />
      ) : (
        <LoginForm
          username={step.username}
          failure={step.failure}
          onChallenge={(username, challenge) => setStep({ name: 'code', username, challenge })}
        />
      )}
    </AuthFrame>
  );
}
