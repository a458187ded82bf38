import { useRef } from 'react';
import { messageOf } from '../../api/call-error.ts';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import type { TeamMember } from './teams.api.ts';
import { type TeamView, useLeaveTeam, useRemoveMember } from './use-membership-changes.ts';

export interface MemberDialogProps extends TeamView {
  member: TeamMember;
  onClose: () => void;
}

export function RemoveMemberDialog({
  member,
  onClose,
  finalFocus,
  ...view
}: MemberDialogProps & { finalFocus: () => HTMLElement | null }) {
  const removal = useRemoveMember(view);
  const isGone = useRef(false);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title="Remove Team Member"
      description={`${member.username} will lose access to the events and resources of ${view.team.team_name}. This action cannot be undone.`}
      confirmLabel="Remove Member"
      busy={removal.isPending}
      finalFocus={() => (isGone.current ? finalFocus() : null)}
      onConfirm={() =>
        removal.mutate(member, {
          onSettled: (_, error) => {
            isGone.current = error === null;
            onClose();
          },
        })
      }
    />
  );
}

export function LeaveTeamDialog({ member, onClose, ...view }: MemberDialogProps) {
  const leaving = useLeaveTeam(view);
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Leave ${view.team.team_name}?`}
      description="You will lose access to its drafts, attendees and tickets. Only a team admin can add you again."
      confirmLabel="Leave Team"
      busy={leaving.isPending}
      error={leaving.error ? messageOf(leaving.error, 'Failed to leave the team') : undefined}
      onConfirm={() => leaving.mutate(member)}
    />
  );
}
