import { useSession } from '../../../api/session.ts';
import { lazyPart } from '../../../layout/lazy-part.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FollowForm } from './follow-form.tsx';
import type { Host } from './events.host.api.ts';

// Visitors, who are most readers of this page, get the form instead.
const FollowButton = lazyPart(async () => (await import('./follow-button.tsx')).FollowButton);

/** Offers news of a team by mail, except to its members. An account with a verified address needs no mailed link. */
export function Following({ team }: { team: Host }) {
  const { user } = useSession();
  if (user?.teams.some(({ team_id }) => team_id === team.id)) return null;
  if (user?.email_verified) {
    return <FollowButton teamId={team.id} userId={user.id} fallback={<FollowSkeleton />} />;
  }
  return <FollowForm key={user?.id} teamId={team.id} email={user?.email} />;
}

function FollowSkeleton() {
  return <Skeleton className="mt-5 h-26 max-w-xl" />;
}
