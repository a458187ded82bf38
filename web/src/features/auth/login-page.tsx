import { getRouteApi } from '@tanstack/react-router';
import { Link } from '../../layout/link.tsx';
import { paths } from '../../paths.ts';
import { AuthFrame } from './auth-frame.tsx';
import { LoginForm } from './login-form.tsx';

const route = getRouteApi(paths.logIn);

export function LoginPage() {
  const { next } = route.useSearch();
  return (
    <AuthFrame
      title="Login"
      subtitle="Your tickets and your events are inside."
      welcome={
        <>
          Good to see
          <br />
          you again.
        </>
      }
      next={next}
      other={
        <>
          Don&apos;t have an account?{' '}
          <Link to={paths.signUp} search={{ next }} className="font-semibold text-spot underline">
            Sign Up
          </Link>
        </>
      }
    >
      <LoginForm />
    </AuthFrame>
  );
}
