import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ShieldOff, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { paths } from '../../../paths.ts';
import { useSession } from '../../../api/session.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/lists/data-table.tsx';
import { formatDate } from '../../../format/dates.ts';
import { BreakableName } from '../../users/breakable-name.tsx';
import { AdminFrame } from '../admin-frame.tsx';
import { userSorts } from '../admin-search.ts';
import { AdminTable, findAdminTable } from '../admin-table.tsx';
import { type AdminUser, usersTableQuery } from '../admin.api.ts';
import { DeleteButton, EditButton, ViewLink } from '../row-actions.tsx';
import { unsavedId } from '../use-admin-change.ts';
import { useAdminId } from '../use-admin-id.ts';
import { DeleteUserDialog, RemoveTwoFactorDialog } from './user-dialogs.tsx';
import { EditUserDialog, NewUserDialog } from './user-form.tsx';
import { UserRole } from './user-role.tsx';

const route = getRouteApi('/admin/users');
const addButtonId = 'add-user';

type OpenDialog = { action: 'add' } | { action: 'edit' | 'delete' | 'two-factor'; user: AdminUser };

export function UsersPage() {
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  return (
    <AdminFrame
      section="users"
      heading="Users"
      actions={
        <Button id={addButtonId} className="w-full sm:w-auto" onClick={() => setDialog({ action: 'add' })}>
          <UserPlus size={18} aria-hidden />
          Add New User
        </Button>
      }
    >
      <UsersTable onOpen={setDialog} />
      {dialog && <UserDialog dialog={dialog} onClose={() => setDialog(null)} />}
    </AdminFrame>
  );
}

function UsersTable({ onOpen }: { onOpen: (dialog: OpenDialog) => void }) {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { timeZone } = useSite();
  const list = useQuery(usersTableQuery(useAdminId(), search));
  return (
    <AdminTable
      nouns={['user', 'users']}
      list={list}
      search={search}
      sorts={userSorts}
      columns={describeColumns(timeZone)}
      rowKey={(user) => user.id}
      renderActions={(user) => user.id !== unsavedId && <UserActions user={user} onOpen={onOpen} />}
      searchLabel="Search users"
      failure="Failed to load users"
      onShow={(next, replace) => void navigate({ to: paths.adminUsers, search: next, replace })}
      renderLink={(page, props) => <Link to={paths.adminUsers} search={{ ...search, page }} {...props} />}
    />
  );
}

function describeColumns(timeZone: string): Column<AdminUser>[] {
  return [
    { header: 'ID', sort: 'id', isNumber: true, cell: ({ id }) => (id === unsavedId ? '…' : id) },
    {
      header: 'Username',
      sort: 'username',
      isName: true,
      className: 'min-w-36',
      cell: ({ username }) => <BreakableName name={username} />,
    },
    {
      header: 'Email',
      sort: 'email',
      className: 'min-w-40 wrap-anywhere',
      cell: ({ email }) => <BreakableName name={email} />,
    },
    { header: 'Role', sort: 'is_site_admin', cell: (user) => <UserRole user={user} /> },
    {
      header: 'Created',
      sort: 'created_at',
      className: 'whitespace-nowrap',
      cell: ({ created_at }) => formatDate(created_at, timeZone),
    },
  ];
}

function UserActions({ user, onOpen }: { user: AdminUser; onOpen: (dialog: OpenDialog) => void }) {
  const isSelf = useSession().user?.id === user.id;
  const twoFactorLabel = `Switch off two-factor authentication of ${user.username}`;
  return (
    <>
      <ViewLink label={`View ${user.username}`} to={paths.adminUser} params={{ id: String(user.id) }} />
      <EditButton
        id={`edit-user-${user.id}`}
        label={`Edit ${user.username}`}
        onClick={() => onOpen({ action: 'edit', user })}
      />
      {user.two_factor_enabled && !isSelf && (
        <IconButton
          id={`two-factor-user-${user.id}`}
          label={twoFactorLabel}
          title={twoFactorLabel}
          onClick={() => onOpen({ action: 'two-factor', user })}
        >
          <ShieldOff size={18} aria-hidden />
        </IconButton>
      )}
      <DeleteButton
        id={`delete-user-${user.id}`}
        label={`Delete ${user.username}`}
        onClick={() => onOpen({ action: 'delete', user })}
      />
    </>
  );
}

function UserDialog({ dialog, onClose }: { dialog: OpenDialog; onClose: () => void }) {
  if (dialog.action === 'add') {
    return <NewUserDialog onClose={onClose} finalFocus={() => document.getElementById(addButtonId)} />;
  }
  const { action, user } = dialog;
  const openerId = `${action}-user-${user.id}`;
  const finalFocus = () => document.getElementById(openerId) ?? findAdminTable();
  if (action === 'edit') return <EditUserDialog user={user} onClose={onClose} finalFocus={finalFocus} />;
  if (action === 'delete') return <DeleteUserDialog user={user} openerId={openerId} onClose={onClose} />;
  return <RemoveTwoFactorDialog user={user} onClose={onClose} finalFocus={finalFocus} />;
}
