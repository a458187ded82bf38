import { paths } from '../../paths.ts';
import { Link } from '../link.tsx';

export const brandLook = 'inline-flex min-h-11 items-center gap-2.5 rounded-md';

export function Brand() {
  return (
    <Link to={paths.home} className={brandLook}>
      <BrandMark />
    </Link>
  );
}

export function BrandMark() {
  return (
    <>
      <svg viewBox="0 0 32 32" aria-hidden className="size-8">
        <path className="fill-spot" d="M3 31V16a13 13 0 0 1 26 0v15z" />
        <path className="fill-paper" d="M9 31V16.5a7 7 0 0 1 14 0V31h-5.5V19.5h-3V31z" />
      </svg>
      <span className="font-wordmark text-[1.7rem] leading-none font-bold tracking-tight">Foyer</span>
    </>
  );
}
