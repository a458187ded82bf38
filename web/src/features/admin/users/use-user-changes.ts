import { useQueryClient } from '@tanstack/react-query';
import { api } from '../../../api/client.ts';
import { getSession, readAccessToken, updateSessionUser } from '../../../api/session.ts';
import { siteAdminQuery } from '../../../api/account.ts';
import { usePasswordConfirmation } from '../../users/password-confirmation.tsx';
import type { AdminUser } from '../admin.api.ts';
import { unsavedId, useAdminChange, withChangedRow, withNewRow, withoutRow } from '../use-admin-change.ts';

export interface NewUserValues {
  username: string;
  email: string;
  password: string;
}

export interface UserValues {
  username: string;
  email: string;
  /** Administrators must enter their current password to change their own email. */
  current_password?: string;
}

export function useCreateUser() {
  const { withPassword, passwordDialog } = usePasswordConfirmation();
  const creation = useAdminChange({
    table: 'users',
    send: (values: NewUserValues) => withPassword(() => api('POST /users', { body: values })),
    preview: (page, { username, email }) => withNewRow(page, blankUser(username, email)),
    successText: ({ username }) => `User ${username} created successfully`,
    failure: 'Failed to create user',
  });
  return { ...creation, passwordDialog };
}

export function useUpdateUser(user: AdminUser) {
  const { withPassword, passwordDialog } = usePasswordConfirmation();
  const update = useAdminChange({
    table: 'users',
    send: (values: UserValues) =>
      withPassword(() => api('PATCH /users/:id', { params: { id: user.id }, body: values })),
    preview: (page, { username, email }) => withChangedRow(page, user.id, { username, email }),
    successText: ({ username }) => `User ${username} updated successfully`,
    failure: 'Failed to update user',
    onDone: (_values, answer) => updateSessionUser(answer.user),
  });
  return { ...update, passwordDialog };
}

/** The change takes effect with the user's next call to the server. */
export function useSetSiteAdmin(user: AdminUser) {
  const queryClient = useQueryClient();
  const { withPassword, passwordDialog } = usePasswordConfirmation();
  const change = useAdminChange({
    table: 'users',
    send: (is_site_admin: boolean) =>
      withPassword(() => api('PATCH /admin/users/:id', { params: { id: user.id }, body: { is_site_admin } })),
    preview: (page, is_site_admin) => withChangedRow(page, user.id, { is_site_admin }),
    successText: (isAdmin) =>
      isAdmin
        ? `User ${user.username} promoted to admin successfully`
        : `User ${user.username} removed from admin role successfully`,
    failure: 'Failed to update user',
    onDone: (_isAdmin, answer) => {
      updateSessionUser(answer.data);
      // Administrators who demoted themselves leave the admin area at once.
      if (getSession().user?.id === user.id)
        void queryClient.query({ ...siteAdminQuery(user.id), staleTime: 0 });
    },
  });
  return { ...change, passwordDialog };
}

export function useRemoveTwoFactor() {
  const { withPassword, passwordDialog } = usePasswordConfirmation();
  const removal = useAdminChange({
    table: 'users',
    send: ({ id }: AdminUser) => withPassword(() => api('DELETE /users/:id/two-factor', { params: { id } })),
    preview: (page, { id }) => withChangedRow(page, id, { two_factor_enabled: false }),
    successText: ({ username }) => `Two-factor authentication of ${username} is off`,
    failure: 'Failed to switch off two-factor authentication',
  });
  return { ...removal, passwordDialog };
}

export function useDeleteUser() {
  const { withPassword, passwordDialog } = usePasswordConfirmation();
  const deletion = useAdminChange({
    table: 'users',
    send: async ({ id }: AdminUser) => {
      if (readAccessToken() === null) throw new Error('You must be logged in to delete users');
      await withPassword(() => api('DELETE /users/:id', { params: { id }, body: {} }));
    },
    preview: (page, { id }) => withoutRow(page, id),
    successText: ({ username }) => `User ${username} deleted successfully`,
    failure: 'Failed to delete user',
  });
  return { ...deletion, passwordDialog };
}

function blankUser(username: string, email: string): AdminUser {
  const now = new Date().toISOString();
  return {
    id: unsavedId,
    username,
    name: null,
    email,
    profile_image_url: null,
    email_verified: false,
    duty: 'change_password',
    picture_state: null,
    two_factor_enabled: false,
    is_site_admin: false,
    created_at: now,
    updated_at: now,
    teams: [],
  };
}
