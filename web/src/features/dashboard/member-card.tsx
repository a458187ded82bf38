import { LogOut, UserCog, UserMinus } from 'lucide-react';
import { useSite } from '../../layout/use-site.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { formatDate } from '../../format/dates.ts';
import { roleName, roleTones } from '../teams/team-roles.ts';
import { BreakableName } from '../users/breakable-name.tsx';
import type { TeamMember } from '../teams/teams.api.ts';

export type MemberAction = 'role' | 'remove' | 'leave';

export interface MemberCardProps {
  member: TeamMember;
  isSelf: boolean;
  /** Whether the viewer may change roles and remove members. */
  manages: boolean;
  onOpen: (action: MemberAction) => void;
}

export function MemberCard({ member, isSelf, manages, onOpen }: MemberCardProps) {
  const { timeZone } = useSite();
  return (
    <Card className="flex h-full flex-col p-5">
      <div className="flex items-center gap-4">
        <Avatar
          username={member.username}
          imageUrl={member.profile_image_url}
          size={56}
          className="shrink-0"
        />
        <div className="min-w-0">
          <h2 className="pb-0.5 wrap-anywhere font-sans text-lg leading-snug font-semibold tracking-normal">
            <BreakableName name={member.username} />
            {isSelf && <span className="font-normal text-ink-faint"> (you)</span>}
          </h2>
          <Badge tone={roleTones[member.role]} className="mt-1">
            {roleName(member.role)}
          </Badge>
        </div>
      </div>
      <p className="mt-4 text-[0.9375rem] wrap-anywhere">
        <a href={`mailto:${member.email}`} className="underline-offset-4 hover:underline">
          <BreakableName name={member.email} />
        </a>
      </p>
      <p className="mt-1 text-[0.9375rem] text-ink-faint">
        Joined {formatDate(member.team_created_at, timeZone)}
      </p>
      <div className="mt-auto flex flex-wrap gap-2 pt-4 empty:hidden">
        {manages && (
          <Button
            size="sm"
            variant="secondary"
            aria-label={`Change Role: ${member.username}`}
            onClick={() => onOpen('role')}
          >
            <UserCog size={17} aria-hidden />
            Change Role
          </Button>
        )}
        {manages && !isSelf && (
          <Button
            size="sm"
            variant="danger"
            aria-label={`Remove: ${member.username}`}
            onClick={() => onOpen('remove')}
          >
            <UserMinus size={17} aria-hidden />
            Remove
          </Button>
        )}
        {isSelf && (
          <Button size="sm" variant="secondary" onClick={() => onOpen('leave')}>
            <LogOut size={17} aria-hidden />
            Leave Team
          </Button>
        )}
      </div>
    </Card>
  );
}
