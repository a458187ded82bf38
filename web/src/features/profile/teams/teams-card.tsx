import type { SessionUser } from '../../../api/session.ts';
import { Link } from '../../../layout/link.tsx';
import { paths, teamParams } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { roleName } from '../../teams/team-roles.ts';

export function TeamsCard({ teams }: { teams: SessionUser['teams'] }) {
  return (
    <Card className="p-6 sm:p-8">
      <section aria-labelledby="my-teams">
        <h2 id="my-teams" className="text-3xl font-semibold">
          Your Teams
        </h2>
        <p className="mt-1 text-ink-soft">Teams you&apos;re a member of and your role in each</p>
        <ul className="mt-5 divide-y divide-line border-t border-line">
          {teams.map((team) => (
            <li key={team.team_id} className="py-4 last:pb-0">
              <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                <h3 className="min-w-0 text-xl font-semibold wrap-anywhere">
                  <Link
                    to={paths.team}
                    params={teamParams({ id: team.team_id, name: team.team_name })}
                    className="hover:underline hover:decoration-spot hover:decoration-2 hover:underline-offset-4"
                  >
                    {team.team_name}
                  </Link>
                </h3>
                <Badge>{roleName(team.role)}</Badge>
              </div>
              {team.team_description && (
                <p className="mt-1 text-ink-soft wrap-anywhere">{team.team_description}</p>
              )}
            </li>
          ))}
        </ul>
      </section>
    </Card>
  );
}
