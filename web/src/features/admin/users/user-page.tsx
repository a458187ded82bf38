import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { ArrowLeft, Pencil, ShieldOff, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { paths } from '../../../paths.ts';
import { useSession } from '../../../api/session.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, buttonStyle } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { formatLongDate } from '../../../format/dates.ts';
import { roleName } from '../../teams/team-roles.ts';
import { BreakableName } from '../../users/breakable-name.tsx';
import { describeAdminFailure, isMissing } from '../admin-failure.ts';
import { AdminFrame } from '../admin-frame.tsx';
import { type AdminUser, userQuery } from '../admin.api.ts';
import { useAdminId } from '../use-admin-id.ts';
import { DeleteUserDialog, RemoveTwoFactorDialog } from './user-dialogs.tsx';
import { EditUserDialog } from './user-form.tsx';
import { UserRecords } from './user-records.tsx';
import { UserRole } from './user-role.tsx';

const route = getRouteApi('/admin/users/$id');

const editId = 'edit-user';
const deleteId = 'delete-user';
const twoFactorId = 'two-factor-user';

export function UserPage() {
  return (
    <AdminFrame section="users" heading="User">
      <Link to={paths.adminUsers} className={`${buttonStyle('quiet', 'sm')} -ml-3.5`}>
        <ArrowLeft size={17} aria-hidden />
        All users
      </Link>
      <div className="mt-4">
        <User />
      </div>
    </AdminFrame>
  );
}

function User() {
  const id = Number(route.useParams().id);
  const { data, error, refetch } = useQuery(userQuery(useAdminId(), id));
  if (isMissing(error)) {
    return (
      <EmptyState
        drawing="door"
        title="User not found"
        hint="The account may have been deleted. Go back to all users and look for it there."
      />
    );
  }
  return (
    <Loaded
      data={data}
      failure={error && describeAdminFailure(error, 'Failed to load user')}
      onRetry={() => void refetch()}
      skeleton={<Skeleton className="h-64 rounded-2xl" />}
    >
      {(user) => (
        <div className="grid gap-6">
          <Profile user={user} />
          <Teams user={user} />
          <UserRecords userId={id} />
        </div>
      )}
    </Loaded>
  );
}

function Profile({ user }: { user: AdminUser }) {
  const { timeZone } = useSite();
  return (
    <Card className="p-5 sm:p-6">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
        <Avatar username={user.username} imageUrl={user.profile_image_url} size={72} className="shrink-0" />
        <div className="min-w-40 flex-1">
          <h2 className="text-2xl font-semibold wrap-anywhere">
            <BreakableName name={user.username} />
          </h2>
          <p className="mt-1">
            <UserRole user={user} />
          </p>
        </div>
        <UserActions user={user} />
      </div>
      <dl className="mt-5 grid gap-x-8 gap-y-3 lg:grid-cols-2">
        <Fact name="ID">{user.id}</Fact>
        <Fact name="Email">
          <a href={`mailto:${user.email}`} className="underline underline-offset-4">
            <BreakableName name={user.email} />
          </a>
        </Fact>
        <Fact name="Two-factor authentication">{user.two_factor_enabled ? 'On' : 'Off'}</Fact>
        <Fact name="Created">{formatLongDate(user.created_at, timeZone)}</Fact>
        <Fact name="Last changed">{formatLongDate(user.updated_at, timeZone)}</Fact>
      </dl>
    </Card>
  );
}

function UserActions({ user }: { user: AdminUser }) {
  const [dialog, setDialog] = useState<'edit' | 'delete' | 'two-factor' | null>(null);
  const navigate = useNavigate();
  const close = () => setDialog(null);
  const isSelf = useSession().user?.id === user.id;
  return (
    <div className="flex flex-wrap gap-2">
      <Button id={editId} variant="secondary" onClick={() => setDialog('edit')}>
        <Pencil size={17} aria-hidden />
        Edit
      </Button>
      {user.two_factor_enabled && !isSelf && (
        <Button id={twoFactorId} variant="secondary" onClick={() => setDialog('two-factor')}>
          <ShieldOff size={17} aria-hidden />
          Switch off two-factor
        </Button>
      )}
      <Button id={deleteId} variant="danger" onClick={() => setDialog('delete')}>
        <Trash2 size={17} aria-hidden />
        Delete
      </Button>
      {dialog === 'edit' && (
        <EditUserDialog user={user} onClose={close} finalFocus={() => document.getElementById(editId)} />
      )}
      {dialog === 'two-factor' && (
        <RemoveTwoFactorDialog
          user={user}
          onClose={close}
          finalFocus={() => document.getElementById(twoFactorId) ?? document.getElementById(editId)}
        />
      )}
      {dialog === 'delete' && (
        <DeleteUserDialog
          user={user}
          openerId={deleteId}
          onClose={close}
          onDeleted={() => void navigate({ to: paths.adminUsers })}
        />
      )}
    </div>
  );
}

function Teams({ user: { teams } }: { user: AdminUser }) {
  return (
    <section>
      <h2 className="text-xl font-semibold">Teams</h2>
      {teams.length === 0 ? (
        <p className="mt-2 text-ink-soft">Not a member of any team.</p>
      ) : (
        <ul className="mt-3 flex flex-wrap gap-2">
          {teams.map(({ team_id, team_name, role }) => (
            <li key={team_id}>
              <Link
                to={paths.adminTeamMembers}
                params={{ id: String(team_id) }}
                className={buttonStyle('secondary', 'sm')}
              >
                {team_name}
                <span className="font-normal text-ink-soft">{roleName(role)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.9375rem] text-ink-faint">{name}</dt>
      <dd className="font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}
