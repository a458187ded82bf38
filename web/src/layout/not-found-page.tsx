import { paths } from '../paths.ts';
import { buttonStyle } from '../ui/button.tsx';
import { Link } from './link.tsx';

export function NotFoundPage() {
  return (
    <div className="page-width grid place-items-center py-24 text-center sm:py-32">
      <p aria-hidden className="font-display text-[clamp(6rem,22vw,13rem)] leading-none font-bold text-spot">
        404
      </p>
      <h1 className="mt-6 max-w-2xl text-3xl font-semibold sm:text-4xl">
        Ruh Roh. The page you are looking for does not exist.
      </h1>
      <Link to={paths.home} className={`${buttonStyle('primary', 'lg')} mt-8`}>
        Go to Home
      </Link>
    </div>
  );
}
