import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { personalKey } from '../../api/query-keys.ts';
import { type Answer, api } from '../../api/client.ts';
import {
  perPage,
  type eventSorts,
  type TableSearch,
  type teamSorts,
  type userSorts,
} from './admin-search.ts';

export type AdminUser = Answer<'GET /users'>['users'][number];
export type AdminTeam = Answer<'GET /teams'>['teams'][number];
export type AdminEvent = Answer<'GET /admin/events'>['events'][number];
export type UserPayment = Answer<'GET /stripe/payments/:userId'>['payments'][number];
export type UserRegistration = Answer<'GET /users/:id/registrations'>['registrations'][number];
export type UserTicket = Answer<'GET /tickets/user/:userId'>['tickets'][number];
export type UserMail = Answer<'GET /users/:id/mails'>['mails'][number];
export type SystemCheck = Answer<'GET /admin/system'>['checks'][number];

export interface TablePage<Row> {
  rows: Row[];
  total: number;
}

/** The admin tables, each with the type of its rows. They show a change before the server has answered. */
export interface TableRows {
  users: AdminUser;
  teams: AdminTeam;
  events: AdminEvent;
}

export function adminKey(adminId: number) {
  return personalKey(adminId, 'admin');
}

/** The query key of each page of a table begins with these parts. Invalidating them reloads all pages. */
export function tableKey(adminId: number, table: keyof TableRows) {
  return [...adminKey(adminId), table] as const;
}

/** Admin lists are loaded again on each visit. The previous rows stay visible until the new rows have loaded. */
const adminTimes = { staleTime: 0, placeholderData: keepPreviousData } as const;

/** Sorts the newest rows first, unless the user has chosen another order. */
function orderOf<Sort extends string>({ sort_by, order }: TableSearch<Sort>) {
  return { sort_by: sort_by ?? ('id' as const), order: order ?? 'desc' } as const;
}

export function usersTableQuery(adminId: number, search: TableSearch<(typeof userSorts)[number]>) {
  return queryOptions({
    queryKey: [...tableKey(adminId, 'users'), search],
    queryFn: async ({ signal }): Promise<TablePage<AdminUser>> => {
      const query = { limit: perPage, page: search.page ?? 1, q: search.q, ...orderOf(search) };
      const { users, total_users } = await api('GET /users', { query, signal });
      return { rows: users, total: total_users };
    },
    ...adminTimes,
  });
}

export function teamsTableQuery(adminId: number, search: TableSearch<(typeof teamSorts)[number]>) {
  return queryOptions({
    queryKey: [...tableKey(adminId, 'teams'), search],
    queryFn: async ({ signal }): Promise<TablePage<AdminTeam>> => {
      const query = { limit: perPage, page: search.page ?? 1, q: search.q, ...orderOf(search) };
      const { teams, total_teams } = await api('GET /teams', { query, signal });
      return { rows: teams, total: total_teams };
    },
    ...adminTimes,
  });
}

export function eventsTableQuery(adminId: number, search: TableSearch<(typeof eventSorts)[number]>) {
  return queryOptions({
    queryKey: [...tableKey(adminId, 'events'), search],
    queryFn: async ({ signal }): Promise<TablePage<AdminEvent>> => {
      const query = { limit: perPage, page: search.page ?? 1, q: search.q, ...orderOf(search) };
      const { events, total_events } = await api('GET /admin/events', { query, signal });
      return { rows: events, total: total_events };
    },
    ...adminTimes,
  });
}

export function totalsQuery(adminId: number) {
  return queryOptions({
    queryKey: [...adminKey(adminId), 'totals'],
    queryFn: async ({ signal }) => {
      const { data } = await api('GET /admin/dashboard', { query: { limit: 1 }, signal });
      const { total_users, total_teams, total_events, total_team_members } = data;
      return { total_users, total_teams, total_events, total_team_members };
    },
    staleTime: 0,
  });
}

export function userQuery(adminId: number, id: number) {
  return queryOptions({
    queryKey: [...adminKey(adminId), 'user', id],
    queryFn: async ({ signal }): Promise<AdminUser> => {
      const { user } = await api('GET /users/:id', { params: { id }, signal });
      if (!('email' in user)) throw new Error('The server answered with the public form of a user');
      return user;
    },
    staleTime: 0,
  });
}

export function userRecordsQuery(adminId: number, userId: number) {
  return queryOptions({
    queryKey: [...adminKey(adminId), 'user', userId, 'records'],
    queryFn: async ({ signal }) => {
      const [{ registrations }, { payments }, { tickets }, { orders }, { mails }] = await Promise.all([
        api('GET /users/:id/registrations', { params: { id: userId }, query: { status: 'all' }, signal }),
        api('GET /stripe/payments/:userId', { params: { userId }, signal }),
        api('GET /tickets/user/:userId', { params: { userId }, signal }),
        api('GET /users/:id/orders', { params: { id: userId }, query: { limit: 100 }, signal }),
        api('GET /users/:id/mails', { params: { id: userId }, query: { limit: 100 }, signal }),
      ]);
      return { registrations, payments, tickets, orders, mails };
    },
    staleTime: 0,
  });
}

export function teamQuery(adminId: number, id: number) {
  return queryOptions({
    queryKey: [...adminKey(adminId), 'team', id],
    queryFn: async ({ signal }) => (await api('GET /teams/:id', { params: { id }, signal })).team,
    staleTime: 0,
  });
}

export function teamChoiceQuery(adminId: number, q: string) {
  return queryOptions({
    queryKey: [...adminKey(adminId), 'team-choice', q],
    queryFn: async ({ signal }) =>
      (await api('GET /teams', { query: { limit: 20, q, sort_by: 'name', order: 'asc' }, signal })).teams,
    ...adminTimes,
  });
}

export function systemQuery(adminId: number) {
  return queryOptions({
    queryKey: [...adminKey(adminId), 'system'],
    queryFn: ({ signal }) => api('GET /admin/system', { signal }),
    staleTime: 0,
    retry: false,
  });
}

export function siteMoneyQuery(adminId: number) {
  return queryOptions({
    queryKey: [...adminKey(adminId), 'money'],
    queryFn: ({ signal }) => api('GET /admin/money', { signal }),
    staleTime: 0,
  });
}
