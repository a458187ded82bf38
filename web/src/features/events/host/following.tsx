import { useSession } from '../../../api/session.ts';
import { lazyPart } from '../../../layout/lazy-part.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { FollowForm } from './follow-form.tsx';
import type { Host } from './events.host.api.ts';

// Visitors, who are most readers of this page, get the form instead.
const FollowButton = lazyPart(async () => (await import('./follow-button.tsx')).FollowButton);

/** Offers news of a team by mail, except to its members. An account with a verified address needs no mailed link. */
export function Following({ team }: { team: Host }) {
  const { status, user } = useSession();
  if (status !== 'in') {
    return (
      <>
        {/* Users must not press the form of visitors before their session is known. */}
        <div data-for="out">
          <FollowForm teamId={team.id} email={undefined} />
        </div>
        {status === 'unknown' && (
          <div data-for="in">
            <FollowSkeleton />
          </div>
        )}
      </>
    );
  }
  if (user.teams.some(({ team_id }) => team_id === team.id)) return null;
  return user.email_verified ? (
    <FollowButton teamId={team.id} userId={user.id} fallback={<FollowSkeleton />} />
  ) : (
    <FollowForm teamId={team.id} email={user.email} />
  );
}

function FollowSkeleton() {
  return <Skeleton className="mt-5 h-18 max-w-xl" />;
}
