import { useQuery } from '@tanstack/react-query';
import { Link } from '../../../layout/link.tsx';
import { paths, teamParams } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { type FollowedTeam, followsQuery } from '../../events/host/events.follows.api.ts';
import { useStopFollowing } from '../../events/host/use-follow.ts';

/** Shows nothing to people who follow no team. */
export function FollowedTeams({ userId }: { userId: number }) {
  const { data: teams = [] } = useQuery(followsQuery(userId));
  if (teams.length === 0) return null;
  return (
    <Card className="p-6 sm:p-8">
      <section aria-labelledby="followed-teams">
        <h2 id="followed-teams" className="text-3xl font-semibold">
          Teams You Follow
        </h2>
        <p className="mt-1 text-ink-soft">We email you when they publish new events</p>
        <ul className="mt-5 divide-y divide-line border-t border-line">
          {teams.map((team) => (
            <Followed key={team.id} team={team} userId={userId} />
          ))}
        </ul>
      </section>
    </Card>
  );
}

function Followed({ team, userId }: { team: FollowedTeam; userId: number }) {
  const stop = useStopFollowing(userId);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 last:pb-0">
      <Link
        to={paths.team}
        params={teamParams(team)}
        className="min-w-0 font-semibold wrap-anywhere hover:underline hover:decoration-spot hover:decoration-2 hover:underline-offset-4"
      >
        {team.name}
      </Link>
      <Button variant="secondary" size="sm" busy={stop.isPending} onClick={() => stop.mutate(team.id)}>
        Stop following
        <span className="sr-only"> {team.name}</span>
      </Button>
    </li>
  );
}
