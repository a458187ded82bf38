import { RequireSiteAdmin } from './guards.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** The not-found page of the admin area, which only site administrators see. */
export function AdminPage() {
  return <RequireSiteAdmin>{() => <NotFoundPage />}</RequireSiteAdmin>;
}
