import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import {
  readEventsSearch,
  readRecordsSearch,
  readTeamsSearch,
  readUsersSearch,
} from './features/admin/admin-search.ts';
import { pageHead } from './layout/page-head.ts';
import { paths } from './paths.ts';
import { rootRoute } from './root-route.tsx';

const adminHead = (title: string) => pageHead({ title: `${title} · Foyer`, hidden: true });

const overview = createRoute({
  getParentRoute: () => rootRoute,
  // The slash at the end makes this an index route. Otherwise the catch-all route below would match `/admin` too.
  path: `${paths.admin}/`,
  head: () => adminHead('Admin'),
  component: lazyRouteComponent(() => import('./features/admin/overview-page.tsx'), 'OverviewPage'),
});

const users = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.adminUsers,
  validateSearch: readUsersSearch,
  head: () => adminHead('Users'),
  component: lazyRouteComponent(() => import('./features/admin/users/users-page.tsx'), 'UsersPage'),
});

const user = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.adminUser,
  head: () => adminHead('User'),
  component: lazyRouteComponent(() => import('./features/admin/users/user-page.tsx'), 'UserPage'),
});

const teams = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.adminTeams,
  validateSearch: readTeamsSearch,
  head: () => adminHead('Teams'),
  component: lazyRouteComponent(() => import('./features/admin/teams/teams-page.tsx'), 'TeamsPage'),
});

const teamMembers = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.adminTeamMembers,
  head: () => adminHead('Team members'),
  component: lazyRouteComponent(
    () => import('./features/admin/teams/team-members-page.tsx'),
    'TeamMembersPage',
  ),
});

const events = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.adminEvents,
  validateSearch: readEventsSearch,
  head: () => adminHead('Events'),
  component: lazyRouteComponent(
    () => import('./features/admin/events/admin-events-page.tsx'),
    'AdminEventsPage',
  ),
});

const settings = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.adminSettings,
  head: () => adminHead('Settings'),
  component: lazyRouteComponent(() => import('./features/admin/system/settings-page.tsx'), 'SettingsPage'),
});

const payments = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.adminPayments,
  validateSearch: readRecordsSearch,
  head: () => adminHead('Payments'),
  component: lazyRouteComponent(() => import('./features/admin/records/payments-page.tsx'), 'PaymentsPage'),
});

const webhooks = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.adminWebhooks,
  validateSearch: readRecordsSearch,
  head: () => adminHead('Webhooks'),
  component: lazyRouteComponent(() => import('./features/admin/records/webhooks-page.tsx'), 'WebhooksPage'),
});

const audit = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.adminAudit,
  validateSearch: readRecordsSearch,
  head: () => adminHead('Audit log'),
  component: lazyRouteComponent(() => import('./features/admin/records/audit-page.tsx'), 'AuditPage'),
});

/**
 * Matches unknown web addresses in the admin area. Site administrators see that the page does not exist. Everybody
 * else is redirected as on every admin page, and so cannot find out which admin pages exist.
 */
const unknown = createRoute({
  getParentRoute: () => rootRoute,
  path: paths.adminPage,
  head: () => adminHead('Admin'),
  component: lazyRouteComponent(() => import('./layout/admin-page.tsx'), 'AdminPage'),
});

/** The code of an admin page loads only when a user opens the page, or points at a link to the page. */
export const adminRoutes = [
  overview,
  users,
  user,
  teams,
  teamMembers,
  events,
  settings,
  payments,
  webhooks,
  audit,
  unknown,
] as const;
