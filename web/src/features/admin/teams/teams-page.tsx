import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Plus, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { paths } from '../../../paths.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { classes } from '../../../ui/classes.ts';
import type { Column } from '../../../ui/lists/data-table.tsx';
import { formatCount } from '../../../format/counts.ts';
import { formatDate } from '../../../format/dates.ts';
import { AdminFrame } from '../admin-frame.tsx';
import { teamSorts } from '../admin-search.ts';
import { AdminTable, findAdminTable } from '../admin-table.tsx';
import { type AdminTeam, teamsTableQuery } from '../admin.api.ts';
import { DeleteDialog } from '../delete-dialog.tsx';
import { DeleteButton, EditButton, ViewLink } from '../row-actions.tsx';
import { EditTeamDialog, NewTeamDialog } from './team-form.tsx';
import { unsavedId } from '../use-admin-change.ts';
import { useAdminId } from '../use-admin-id.ts';
import { useDeleteTeam } from './use-team-changes.ts';

const route = getRouteApi('/admin/teams');
const addButtonId = 'add-team';

type OpenDialog = { action: 'add' } | { action: 'edit' | 'delete'; team: AdminTeam };

export function TeamsPage() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  return (
    <AdminFrame
      section="teams"
      heading="Teams"
      actions={
        <Button id={addButtonId} className="w-full sm:w-auto" onClick={() => setDialog({ action: 'add' })}>
          <Plus size={19} aria-hidden />
          Create New Team
        </Button>
      }
    >
      <TeamsTable onOpen={setDialog} />
      {dialog && <TeamDialog dialog={dialog} onClose={() => setDialog(null)} />}
    </AdminFrame>
  );
}

function TeamsTable({ onOpen }: { onOpen: (dialog: OpenDialog) => void }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { timeZone } = useSite();
  const list = useQuery(teamsTableQuery(useAdminId(), search));
  const refresh = <RefreshCounts busy={list.isFetching} onRefresh={() => void list.refetch()} />;
  return (
    <AdminTable
      nouns={['team', 'teams']}
      list={list}
      search={search}
      sorts={teamSorts}
      columns={describeColumns(timeZone, refresh)}
      rowKey={(team) => team.id}
      renderActions={(team) => team.id !== unsavedId && <TeamActions team={team} onOpen={onOpen} />}
      searchLabel="Search teams"
      needs={820}
      failure="Failed to load teams"
      onShow={(next, replace) => void navigate({ to: paths.adminTeams, search: next, replace })}
      renderLink={(page, props) => <Link to={paths.adminTeams} search={{ ...search, page }} {...props} />}
    />
  );
}

function describeColumns(timeZone: string, refresh: React.ReactNode): Column<AdminTeam>[] {
  return [
    { header: 'ID', sort: 'id', isNumber: true, cell: ({ id }) => (id === unsavedId ? '…' : id) },
    { header: 'Name', sort: 'name', isName: true, className: 'min-w-64', cell: ({ name }) => name },
    {
      header: 'Description',
      sort: 'description',
      cell: ({ description }) =>
        description ? (
          <span className="line-clamp-2">{description}</span>
        ) : (
          <span className="text-ink-faint">No description</span>
        ),
    },
    {
      header: 'Members',
      sort: 'member_count',
      isNumber: true,
      extra: refresh,
      cell: (team) => <MemberCount team={team} />,
    },
    {
      header: 'Created',
      sort: 'created_at',
      className: 'whitespace-nowrap',
      cell: ({ created_at }) => formatDate(created_at, timeZone),
    },
  ];
}

function RefreshCounts({ busy, onRefresh }: { busy: boolean; onRefresh: () => void }) {
  return (
    <IconButton
      label="Refresh member counts"
      title="Refresh member counts"
      aria-busy={busy || undefined}
      className="size-9"
      onClick={onRefresh}
    >
      <RefreshCw size={15} aria-hidden className={classes(busy && 'animate-spin')} />
    </IconButton>
  );
}

function MemberCount({ team: { id, name, member_count: count } }: { team: AdminTeam }) {
  if (id === unsavedId) return count;
  return (
    <Link
      to={paths.adminTeamMembers}
      params={{ id: String(id) }}
      aria-label={`${formatCount(count, 'member')} of ${name}`}
      className="inline-grid min-h-9 min-w-11 place-items-center rounded-full bg-sunken px-3 font-semibold text-ink hover:bg-line"
    >
      {count}
    </Link>
  );
}

function TeamActions({ team, onOpen }: { team: AdminTeam; onOpen: (dialog: OpenDialog) => void }) {
  return (
    <>
      <ViewLink
        label={`View members of ${team.name}`}
        to={paths.adminTeamMembers}
        params={{ id: String(team.id) }}
      />
      <EditButton
        id={`edit-team-${team.id}`}
        label={`Edit ${team.name}`}
        onClick={() => onOpen({ action: 'edit', team })}
      />
      <DeleteButton
        id={`delete-team-${team.id}`}
        label={`Delete ${team.name}`}
        onClick={() => onOpen({ action: 'delete', team })}
      />
    </>
  );
}

function TeamDialog({ dialog, onClose }: { dialog: OpenDialog; onClose: () => void }) {
  if (dialog.action === 'add') {
    return <NewTeamDialog onClose={onClose} finalFocus={() => document.getElementById(addButtonId)} />;
  }
  const { action, team } = dialog;
  const openerId = `${action}-team-${team.id}`;
  return action === 'edit' ? (
    <EditTeamDialog
      team={team}
      onClose={onClose}
      finalFocus={() => document.getElementById(openerId) ?? findAdminTable()}
    />
  ) : (
    <DeleteTeamDialog team={team} openerId={openerId} onClose={onClose} />
  );
}

interface DeleteTeamDialogProps {
  team: AdminTeam;
  openerId: string;
  onClose: () => void;
}

function DeleteTeamDialog({ team, openerId, onClose }: DeleteTeamDialogProps) {
  const deletion = useDeleteTeam();
  return (
    <DeleteDialog
      description={`This action cannot be undone. It permanently deletes the team ${team.name} and removes all its members. Its drafts go too; its other events stay without a team.`}
      confirmLabel="Delete Team"
      busy={deletion.isPending}
      failure={deletion.failure}
      openerId={openerId}
      onConfirm={() => deletion.mutate(team, { onSuccess: onClose })}
      onClose={onClose}
    />
  );
}
