import { RequireSiteAdmin } from './guards.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** Every address of the admin area that has no screen of its own: site administrators alone learn that. */
export function AdminPage() {
  return <RequireSiteAdmin>{() => <NotFoundPage />}</RequireSiteAdmin>;
}
