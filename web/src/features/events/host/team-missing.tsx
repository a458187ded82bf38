import { Link } from '../../../layout/link.tsx';
import { paths } from '../../../paths.ts';
import { buttonStyle } from '../../../ui/button.tsx';
import { Drawing } from '../../../ui/empty-state.tsx';

export function TeamMissing() {
  return (
    <div className="page-width grid place-items-center py-24 text-center sm:py-32">
      <Drawing name="door" className="w-48" />
      <h1 className="mt-6 text-5xl font-semibold">Team not found</h1>
      <p className="mt-4 max-w-md text-lg text-ink-soft">
        It may have been deleted, or its link is incomplete.
      </p>
      <Link to={paths.events} className={`${buttonStyle('primary', 'lg')} mt-8`}>
        See all events
      </Link>
    </div>
  );
}
