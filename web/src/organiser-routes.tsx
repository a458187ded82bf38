import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readAttendeesSearch } from './features/attendees/attendees-search.ts';
import { readDashboardSearch } from './features/dashboard/dashboard-search.ts';
import { readSoldSearch } from './features/orders/sold/sold-search.ts';
import { pageHead, secretHead } from './layout/page-head.ts';
import { paths } from './paths.ts';
import { rootRoute as root } from './root-route.tsx';

const createEvent = createRoute({
  getParentRoute: () => root,
  path: paths.createEvent,
  validateSearch: readNewEvent,
  head: () => pageHead({ title: 'Create Event · Foyer', hidden: true }),
  component: lazyRouteComponent(
    () => import('./features/events/form/create-event-page.tsx'),
    'CreateEventPage',
  ),
});

const EditEventPage = lazyRouteComponent(
  () => import('./features/events/form/edit-event-page.tsx'),
  'EditEventPage',
);

const editEvent = createRoute({
  getParentRoute: () => root,
  path: paths.editEvent,
  head: () => pageHead({ title: 'Edit Event · Foyer', hidden: true }),
  component: EditEventPage,
});

const eventEdit = createRoute({
  getParentRoute: () => root,
  path: paths.eventEdit,
  head: () => pageHead({ title: 'Edit Event · Foyer', hidden: true }),
  component: EditEventPage,
});

const attendees = createRoute({
  getParentRoute: () => root,
  path: paths.attendees,
  validateSearch: readAttendeesSearch,
  head: () => pageHead({ title: 'Attendees · Foyer', hidden: true }),
  component: lazyRouteComponent(() => import('./features/attendees/attendees-page.tsx'), 'AttendeesPage'),
});

const eventSales = createRoute({
  getParentRoute: () => root,
  path: paths.eventSales,
  validateSearch: readPage,
  head: () => pageHead({ title: 'Sales · Foyer', hidden: true }),
  component: lazyRouteComponent(() => import('./features/dashboard/sales/sales-page.tsx'), 'SalesPage'),
});

const eventOrders = createRoute({
  getParentRoute: () => root,
  path: paths.eventOrders,
  validateSearch: readSoldSearch,
  head: () => pageHead({ title: 'Orders · Foyer', hidden: true }),
  component: lazyRouteComponent(
    () => import('./features/orders/sold/sold-orders-page.tsx'),
    'SoldOrdersPage',
  ),
});

const soldOrder = createRoute({
  getParentRoute: () => root,
  path: paths.soldOrder,
  head: () => pageHead({ title: 'Order · Foyer', hidden: true }),
  component: lazyRouteComponent(() => import('./features/orders/sold/sold-order-page.tsx'), 'SoldOrderPage'),
});

const eventMessages = createRoute({
  getParentRoute: () => root,
  path: paths.eventMessages,
  validateSearch: readPage,
  head: () => pageHead({ title: 'Messages · Foyer', hidden: true }),
  component: lazyRouteComponent(
    () => import('./features/attendees/messages/messages-page.tsx'),
    'MessagesPage',
  ),
});

const guestList = createRoute({
  getParentRoute: () => root,
  path: paths.guestList,
  head: () => pageHead({ title: 'Guest list · Foyer', hidden: true }),
  component: lazyRouteComponent(
    () => import('./features/orders/guest-list/guest-list-page.tsx'),
    'GuestListPage',
  ),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: paths.dashboard,
  validateSearch: readDashboardSearch,
  beforeLoad: ({ search: { section, team } }) => {
    if (section === 'create-event') redirect({ to: paths.createEvent, search: { team }, throw: true });
  },
  head: () => pageHead({ title: 'Team Dashboard · Foyer', hidden: true }),
  component: lazyRouteComponent(() => import('./features/dashboard/dashboard-page.tsx'), 'DashboardPage'),
});

const CheckInPage = lazyRouteComponent(() => import('./features/door/check-in-page.tsx'), 'CheckInPage');

const checkIn = createRoute({
  getParentRoute: () => root,
  path: paths.checkIn,
  validateSearch: readDoor,
  head: () => pageHead({ title: 'Ticket · Foyer', hidden: true }),
  component: CheckInPage,
});

const door = createRoute({
  getParentRoute: () => root,
  path: paths.door,
  validateSearch: readDoor,
  head: () => pageHead({ title: 'Check in · Foyer', hidden: true }),
  component: CheckInPage,
});

const volunteerDoor = createRoute({
  getParentRoute: () => root,
  path: paths.volunteerDoor,
  head: () => secretHead('Check in · Foyer'),
  component: lazyRouteComponent(
    () => import('./features/door/volunteers/volunteer-door-page.tsx'),
    'VolunteerDoorPage',
  ),
});

export const organiserRoutes = [
  createEvent,
  editEvent,
  eventEdit,
  attendees,
  eventSales,
  eventOrders,
  soldOrder,
  guestList,
  eventMessages,
  dashboard,
  checkIn,
  door,
  volunteerDoor,
];

/** The first page has no number in the web address. */
function readPage({ page }: Record<string, unknown>): { page?: number } {
  return { page: readId(page) };
}

/** Reads the team of a new event, or the id of the event that it is a copy of. */
function readNewEvent({ team, copy }: Record<string, unknown>): { team?: number; copy?: number } {
  return { team: readId(team), copy: readId(copy) };
}

/** Reads `event` from the web address: the id of the event whose tickets are checked in. */
function readDoor({ event: id }: Record<string, unknown>): { event?: number } {
  return { event: readId(id) };
}

function readId(value: unknown): number | undefined {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
