import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AddMemberDialog } from '../teams/add-member-form.tsx';
import { DeleteTeam } from './delete-team.tsx';
import { PendingInvitations } from './pending-invitations.tsx';
import { MemberCard, type MemberAction } from './member-card.tsx';
import { LeaveTeamDialog, RemoveMemberDialog } from '../teams/member-dialogs.tsx';
import { MemberRoleDialog } from '../teams/member-role-form.tsx';
import { CardsSkeleton, cardRoom, DashboardContent } from './team-events.tsx';
import { mayManageMembers } from '../teams/team-roles.ts';
import { type TeamMember, teamMembersQuery } from '../teams/teams.api.ts';
import type { TeamView } from '../teams/use-membership-changes.ts';

interface OpenDialog {
  member: TeamMember;
  action: MemberAction;
}

/** Only team admins can change roles, remove members and delete the team. */
export function TeamMembers({ team, userId }: TeamView) {
  const query = useQuery(teamMembersQuery(team.team_id, userId));
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const manages = mayManageMembers(team.role);
  return (
    <div className={cardRoom}>
      <DashboardContent query={query} skeleton={<CardsSkeleton className="h-60" />}>
        {(members) =>
          members.length === 0 ? (
            <EmptyState drawing="seats" title="No team members found." />
          ) : (
            <>
              <ul
                ref={list}
                tabIndex={-1}
                aria-label="Team members"
                className="grid grid-cols-1 gap-6 outline-none @[44rem]:grid-cols-2 @[72rem]:grid-cols-3"
              >
                {members.map((member) => (
                  <li key={member.id}>
                    <MemberCard
                      member={member}
                      isSelf={member.user_id === userId}
                      manages={manages}
                      onOpen={(action) => setDialog({ member, action })}
                    />
                  </li>
                ))}
              </ul>
              {manages && <PendingInvitations team={team} userId={userId} />}
              {manages && <DeleteTeam team={team} userId={userId} />}
            </>
          )
        }
      </DashboardContent>
      <MemberDialogs
        dialog={dialog}
        view={{ team, userId }}
        onClose={() => setDialog(null)}
        finalFocus={() => list.current}
      />
    </div>
  );
}

interface MemberDialogsProps {
  dialog: OpenDialog | null;
  view: TeamView;
  onClose: () => void;
  /** Returns the element that gets the focus if the button that opened the dialog was removed with its card. */
  finalFocus: () => HTMLElement | null;
}

function MemberDialogs({ dialog, view, onClose, finalFocus }: MemberDialogsProps) {
  if (!dialog) return null;
  const props = { ...view, member: dialog.member, onClose };
  switch (dialog.action) {
    case 'remove':
      return <RemoveMemberDialog {...props} finalFocus={finalFocus} />;
    case 'leave':
      return <LeaveTeamDialog {...props} />;
    case 'role':
      return <MemberRoleDialog {...props} />;
  }
}

export function AddMemberButton({ invites, ...view }: TeamView & { invites: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button className="w-full sm:w-auto" onClick={() => setOpen(true)}>
        <UserPlus size={19} aria-hidden />
        {invites ? 'Invite Team Member' : 'Add Team Member'}
      </Button>
      {open && <AddMemberDialog {...view} invites={invites} onClose={() => setOpen(false)} />}
    </>
  );
}
