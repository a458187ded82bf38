import { press } from './screen.mjs';

/** @import { Screen } from './screen.mjs' */

const as = 'admin';

/** @returns {Screen[]} */
export function makeAdminScreens() {
  return [
    { name: 'admin', as, open: (page) => page.goto('/admin') },
    { name: 'admin-users', as, open: (page) => page.goto('/admin/users') },
    { name: 'admin-users-none', as, open: (page) => page.goto('/admin/users?q=nobody') },
    { name: 'admin-user', as, open: (page) => page.goto('/admin/users/2') },
    {
      name: 'admin-user-add',
      as,
      over: 'dialog',
      open: (page) => press(page, '/admin/users', 'Add New User'),
    },
    {
      name: 'admin-user-edit',
      as,
      over: 'dialog',
      open: (page) => press(page, '/admin/users?q=attendee', /^Edit/),
    },
    {
      name: 'admin-user-delete',
      as,
      over: 'alertdialog',
      open: (page) => press(page, '/admin/users?q=attendee', /^Delete/),
    },
    { name: 'admin-teams', as, open: (page) => page.goto('/admin/teams') },
    { name: 'admin-team-members', as, open: (page) => page.goto('/admin/teams/1/members') },
    {
      name: 'admin-team-create',
      as,
      over: 'dialog',
      open: (page) => press(page, '/admin/teams', 'Create New Team'),
    },
    { name: 'admin-team-edit', as, over: 'dialog', open: (page) => press(page, '/admin/teams', /^Edit/) },
    {
      name: 'admin-team-delete',
      as,
      over: 'alertdialog',
      open: (page) => press(page, '/admin/teams', /^Delete/),
    },
    { name: 'admin-events', as, open: (page) => page.goto('/admin/events') },
    {
      name: 'admin-event-create',
      as,
      over: 'dialog',
      open: (page) => press(page, '/admin/events', 'Create New Event'),
    },
    {
      name: 'admin-event-delete',
      as,
      over: 'alertdialog',
      open: (page) => press(page, '/admin/events', /^Delete/),
    },
    { name: 'admin-payments', as, open: (page) => page.goto('/admin/payments') },
    { name: 'admin-webhooks', as, open: (page) => page.goto('/admin/webhooks') },
    { name: 'admin-audit', as, open: (page) => page.goto('/admin/audit') },
    { name: 'admin-settings', as, open: (page) => page.goto('/admin/settings') },
  ];
}
