import { formatDate } from '../../../format/dates.ts';
import { useSite } from '../../../layout/use-site.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { roleHints, roleName, roleTones } from '../team-roles.ts';
import type { ReceivedInvitation } from '../teams.invitations.api.ts';

export interface ReceivedInvitationCardProps {
  invitation: ReceivedInvitation;
  accepting: boolean;
  onAccept: () => void;
  onDecline: () => void;
}

export function ReceivedInvitationCard({
  invitation,
  accepting,
  onAccept,
  onDecline,
}: ReceivedInvitationCardProps) {
  const { timeZone } = useSite();
  const { team_name, team_description, role, invited_by, created_at, expires_at } = invitation;
  return (
    <Card className="p-6 sm:p-8">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="min-w-0 text-3xl font-semibold wrap-anywhere">{team_name}</h2>
        <Badge tone={roleTones[role]}>{roleName(role)}</Badge>
      </div>
      {team_description && <p className="mt-2 text-ink-soft wrap-anywhere">{team_description}</p>}
      <p className="mt-4 wrap-anywhere">
        {invited_by} invited you as {roleName(role)} on {formatDate(created_at, timeZone)}. You can answer
        until {formatDate(expires_at, timeZone)}.
      </p>
      <p className="mt-1">{roleHints[role]}</p>
      <p className="mt-1 text-ink-soft">
        When you accept, the members of the team see your username and your email address.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button aria-label={`Accept: ${team_name}`} busy={accepting} onClick={onAccept}>
          Accept
        </Button>
        <Button
          variant="secondary"
          aria-label={`Decline: ${team_name}`}
          disabled={accepting}
          onClick={onDecline}
        >
          Decline
        </Button>
      </div>
    </Card>
  );
}
