import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ArrowLeft, UserCog, UserMinus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { paths } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonStyle, IconButton } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { formatDate } from '../../../format/dates.ts';
import { AddMemberDialog } from '../../teams/add-member-form.tsx';
import { RemoveMemberDialog } from '../../teams/member-dialogs.tsx';
import { MemberRoleDialog } from '../../teams/member-role-form.tsx';
import { type Membership, roleName, roleTones } from '../../teams/team-roles.ts';
import { type TeamMember, teamMembersQuery } from '../../teams/teams.api.ts';
import { BreakableName } from '../../users/breakable-name.tsx';
import { describeAdminFailure, isMissing } from '../admin-failure.ts';
import { AdminFrame } from '../admin-frame.tsx';
import { adminTableId, findAdminTable } from '../admin-table.tsx';
import { type AdminTeam, teamQuery } from '../admin.api.ts';
import { useAdminId } from '../use-admin-id.ts';

const route = getRouteApi('/admin/teams/$id/members');

/** A site administrator can do everything that the team's admins can do. */
export function TeamMembersPage() {
  return (
    <AdminFrame section="teams" heading="Members">
      <Link to={paths.adminTeams} className={`${buttonStyle('quiet', 'sm')} -ml-3.5`}>
        <ArrowLeft size={17} aria-hidden />
        All teams
      </Link>
      <div className="mt-4">
        <Team />
      </div>
    </AdminFrame>
  );
}

function Team() {
  const id = Number(route.useParams().id);
  const { data, error, refetch } = useQuery(teamQuery(useAdminId(), id));
  if (isMissing(error)) {
    return (
      <EmptyState
        drawing="door"
        title="Team not found"
        hint="It may have been deleted. Go back to all teams and look for it there."
      />
    );
  }
  return (
    <Loaded
      data={data}
      failure={error && describeAdminFailure(error, 'Failed to load team')}
      onRetry={() => void refetch()}
      skeleton={<Skeleton className="h-64 rounded-2xl" />}
    >
      {(team) => <TeamWithMembers team={team} />}
    </Loaded>
  );
}

type OpenDialog = { action: 'add' } | { action: 'role' | 'remove'; member: TeamMember };

const addButtonId = 'add-member';

function TeamWithMembers({ team }: { team: AdminTeam }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h2 className="text-2xl font-semibold wrap-anywhere">{team.name}</h2>
          <p className="mt-1 max-w-prose text-ink-soft">{team.description ?? 'No description'}</p>
        </div>
        <Button id={addButtonId} className="w-full sm:w-auto" onClick={() => setDialog({ action: 'add' })}>
          <UserPlus size={18} aria-hidden />
          Add Member
        </Button>
      </div>
      <section id={adminTableId} aria-label="members" className="mt-6">
        <Members teamId={team.id} onOpen={setDialog} />
      </section>
      {dialog && <MemberDialog dialog={dialog} team={team} onClose={() => setDialog(null)} />}
    </>
  );
}

function Members({ teamId, onOpen }: { teamId: number; onOpen: (dialog: OpenDialog) => void }) {
  const { data, error, refetch } = useQuery({ ...teamMembersQuery(teamId, useAdminId()), staleTime: 0 });
  return (
    <Loaded
      data={data}
      failure={error && describeAdminFailure(error, 'Failed to load team members')}
      onRetry={() => void refetch()}
      skeleton={<Skeleton className="h-48 rounded-2xl" />}
    >
      {(members) =>
        members.length === 0 ? (
          <EmptyState drawing="seats" title="No team members found." />
        ) : (
          <MembersTable members={members} onOpen={onOpen} />
        )
      }
    </Loaded>
  );
}

function MembersTable({ members, onOpen }: { members: TeamMember[]; onOpen: (dialog: OpenDialog) => void }) {
  const { timeZone } = useSite();
  return (
    <DataTable
      label="members"
      columns={describeColumns(timeZone)}
      rows={members}
      rowKey={(member) => member.id}
      needs={640}
      renderActions={(member) => (
        <>
          <IconButton
            label={`Change role of ${member.username}`}
            title={`Change role of ${member.username}`}
            onClick={() => onOpen({ action: 'role', member })}
          >
            <UserCog size={19} aria-hidden />
          </IconButton>
          <IconButton
            label={`Remove ${member.username}`}
            title={`Remove ${member.username}`}
            onClick={() => onOpen({ action: 'remove', member })}
          >
            <UserMinus size={19} aria-hidden />
          </IconButton>
        </>
      )}
    />
  );
}

function describeColumns(timeZone: string): Column<TeamMember>[] {
  return [
    {
      header: 'Username',
      isName: true,
      className: 'min-w-36',
      cell: ({ user_id, username }) => (
        <Link
          to={paths.adminUser}
          params={{ id: String(user_id) }}
          className="underline-offset-4 hover:underline"
        >
          <BreakableName name={username} />
        </Link>
      ),
    },
    {
      header: 'Email',
      className: 'min-w-40 wrap-anywhere',
      cell: ({ email }) => <BreakableName name={email} />,
    },
    { header: 'Role', cell: ({ role }) => <Badge tone={roleTones[role]}>{roleName(role)}</Badge> },
    {
      header: 'Joined',
      className: 'whitespace-nowrap',
      cell: ({ team_created_at }) => formatDate(team_created_at, timeZone),
    },
  ];
}

interface MemberDialogProps {
  dialog: OpenDialog;
  team: AdminTeam;
  onClose: () => void;
}

function MemberDialog({ dialog, team, onClose }: MemberDialogProps) {
  // The dialogs need the user's membership of the team, which a site administrator may not have. So pass the
  // membership that a team admin would have.
  const membership: Membership = {
    team_id: team.id,
    team_name: team.name,
    team_description: team.description,
    role: 'team_admin',
  };
  const view = { team: membership, userId: useAdminId(), onClose };
  if (dialog.action === 'add') return <AddMemberDialog invites={false} {...view} />;
  return dialog.action === 'role' ? (
    <MemberRoleDialog {...view} member={dialog.member} />
  ) : (
    <RemoveMemberDialog {...view} member={dialog.member} finalFocus={findAdminTable} />
  );
}
