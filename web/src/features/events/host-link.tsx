import { Link } from '../../layout/link.tsx';
import { paths, teamParams } from '../../paths.ts';
import { classes } from '../../ui/classes.ts';
import type { FoyerEvent } from './events.api.ts';

interface HostLinkProps {
  event: Pick<FoyerEvent, 'team_id' | 'team_name' | 'creator_username'>;
  className?: string;
}

/** Says who hosts an event, and leads to the page of the team. */
export function HostLink({ event, className }: HostLinkProps) {
  const { team_id, team_name, creator_username } = event;
  const look = classes('text-ink-soft wrap-anywhere', className);
  if (team_id === null || team_name === null) {
    return creator_username && <p className={look}>Hosted by {creator_username}</p>;
  }
  return (
    <p className={look}>
      Hosted by{' '}
      <Link
        to={paths.team}
        params={teamParams({ id: team_id, name: team_name })}
        className="relative font-semibold text-ink underline underline-offset-4"
      >
        {team_name}
      </Link>
    </p>
  );
}
