import { useQuery } from '@tanstack/react-query';
import { useSite } from '../../layout/use-site.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge, type BadgeTone } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { formatDate } from '../events/event-format.ts';
import { CardsSkeleton, cardGrid, cardRoom, DashboardError } from './team-events.tsx';
import { roleName, type TeamRole } from './team-roles.ts';
import { type TeamMember, teamMembersQuery } from './teams.api.ts';

export function TeamMembers({ teamId, userId }: { teamId: number; userId: number }) {
  const { data, error, refetch } = useQuery(teamMembersQuery(teamId, userId));
  if (error) return <DashboardError error={error} onRetry={() => void refetch()} />;
  if (!data) return <CardsSkeleton className="h-48" />;
  if (data.length === 0) return <EmptyState title="No team members found." />;
  return (
    <div className={cardRoom}>
      <ul className={cardGrid}>
        {data.map((member) => (
          <li key={member.id}>
            <MemberCard member={member} isSelf={member.user_id === userId} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const roleTones: Record<TeamRole, BadgeTone> = {
  team_admin: 'bad',
  event_manager: 'blue',
  owner: 'purple',
  organizer: 'good',
};

function MemberCard({ member, isSelf }: { member: TeamMember; isSelf: boolean }) {
  const { timeZone } = useSite();
  return (
    <Card className="h-full p-5">
      <div className="flex items-center gap-4">
        <Avatar
          username={member.username}
          imageUrl={member.profile_image_url}
          size={56}
          className="shrink-0"
        />
        <div className="min-w-0">
          <h2 className="truncate font-sans text-lg leading-snug font-semibold tracking-normal">
            {member.username}
            {isSelf && <span className="font-normal text-ink-faint"> (you)</span>}
          </h2>
          <Badge tone={roleTones[member.role]} className="mt-1">
            {roleName(member.role)}
          </Badge>
        </div>
      </div>
      <p className="mt-4 text-[0.9375rem] break-words">
        <a href={`mailto:${member.email}`} className="underline-offset-4 hover:underline">
          {member.email}
        </a>
      </p>
      <p className="mt-1 text-[0.9375rem] text-ink-faint">
        Joined {formatDate(member.team_created_at, timeZone)}
      </p>
    </Card>
  );
}
