import { getRouteApi } from '@tanstack/react-router';
import { Link } from '../../layout/link.tsx';
import { paths } from '../../paths.ts';
import { AuthFrame } from './auth-frame.tsx';
import { SignupForm } from './signup-form.tsx';

const route = getRouteApi(paths.signUp);

export function SignupPage() {
  const { next, organiser } = route.useSearch();
  return (
    <AuthFrame
      title="Sign Up"
      subtitle="Create an account to start using our platform"
      welcome={
        <>
          Come in, the
          <br />
          door is open.
        </>
      }
      next={next}
      other={
        <>
          Already have an account?{' '}
          <Link to={paths.logIn} search={{ next }} className="font-semibold text-spot underline">
            Login
          </Link>
        </>
      }
    >
      <SignupForm isForOrganisers={organiser} />
    </AuthFrame>
  );
}
