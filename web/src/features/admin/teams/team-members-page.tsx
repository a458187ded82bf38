import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ArrowLeft, UserCog, UserMinus, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { CallError } from '../../../api/call-error.ts';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { paths } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonStyle, IconButton } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState, Loaded } from '../../../ui/states.tsx';
import { formatDate } from '../../../format/dates.ts';
import { AddMemberDialog } from '../../teams/add-member-form.tsx';
import { RemoveMemberDialog } from '../../teams/member-dialogs.tsx';
import { MemberRoleDialog } from '../../teams/member-role-form.tsx';
import { type Membership, roleName, roleTones } from '../../teams/team-roles.ts';
import { type TeamMember, teamMembersQuery } from '../../teams/teams.api.ts';
import { describeAdminFailure } from '../admin-failure.ts';
import { AdminFrame } from '../admin-frame.tsx';
import { adminTableId, findAdminTable } from '../admin-table.tsx';
import { type AdminTeam, teamQuery } from '../admin.api.ts';
import { useAdminId } from '../use-admin-id.ts';

const route = getRouteApi('/admin/teams/$id/members');

/** The members of any team, for whom an administrator does what a team admin can. */
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
  if (error instanceof CallError && (error.status === 404 || error.status === 400)) {
    return <EmptyState title="Team not found" hint="Perhaps it was deleted." />;
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

type Asked = { deed: 'add' } | { deed: 'role' | 'remove'; member: TeamMember };

const addButtonId = 'add-member';

function TeamWithMembers({ team }: { team: AdminTeam }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="min-w-0">
          <h2 className="text-2xl font-semibold wrap-anywhere">{team.name}</h2>
          <p className="mt-1 max-w-prose text-ink-soft">{team.description ?? 'No description'}</p>
        </div>
        <Button id={addButtonId} className="w-full sm:w-auto" onClick={() => setAsked({ deed: 'add' })}>
          <UserPlus size={18} aria-hidden />
          Add Member
        </Button>
      </div>
      <section id={adminTableId} aria-label="members" className="mt-6">
        <Members teamId={team.id} onAsk={setAsked} />
      </section>
      {asked && <MemberDialog asked={asked} team={team} onClose={() => setAsked(null)} />}
    </>
  );
}

function Members({ teamId, onAsk }: { teamId: number; onAsk: (asked: Asked) => void }) {
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
          <EmptyState title="No team members found." />
        ) : (
          <MembersTable members={members} onAsk={onAsk} />
        )
      }
    </Loaded>
  );
}

function MembersTable({ members, onAsk }: { members: TeamMember[]; onAsk: (asked: Asked) => void }) {
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
            onClick={() => onAsk({ deed: 'role', member })}
          >
            <UserCog size={19} aria-hidden />
          </IconButton>
          <IconButton
            label={`Remove ${member.username}`}
            title={`Remove ${member.username}`}
            onClick={() => onAsk({ deed: 'remove', member })}
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
      className: 'min-w-28',
      cell: ({ user_id, username }) => (
        <Link
          to={paths.adminUser}
          params={{ id: String(user_id) }}
          className="underline-offset-4 hover:underline"
        >
          {username}
        </Link>
      ),
    },
    { header: 'Email', className: 'min-w-40 wrap-anywhere', cell: ({ email }) => email },
    { header: 'Role', cell: ({ role }) => <Badge tone={roleTones[role]}>{roleName(role)}</Badge> },
    { header: 'Joined', cell: ({ team_created_at }) => formatDate(team_created_at, timeZone) },
  ];
}

interface MemberDialogProps {
  asked: Asked;
  team: AdminTeam;
  onClose: () => void;
}

function MemberDialog({ asked, team, onClose }: MemberDialogProps) {
  // What the team's own dashboard has for its team admins does for an administrator, too.
  const membership: Membership = {
    team_id: team.id,
    team_name: team.name,
    team_description: team.description,
    role: 'team_admin',
  };
  const view = { team: membership, userId: useAdminId(), onClose };
  if (asked.deed === 'add') return <AddMemberDialog {...view} />;
  return asked.deed === 'role' ? (
    <MemberRoleDialog {...view} member={asked.member} />
  ) : (
    <RemoveMemberDialog {...view} member={asked.member} finalFocus={findAdminTable} />
  );
}
