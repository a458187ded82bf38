import type { EndpointKey } from '@foyer/contract/index.ts';
import {
  control,
  endFirst,
  event,
  eventRules,
  hidden,
  id,
  noBoolean,
  noText,
  turned,
  wrongIds,
} from './field-rules-events.ts';
import { guestListRules, messageRules } from './field-rules-attendees.ts';
import { linkRules } from './field-rules-links.ts';
import {
  account,
  emailRules,
  isGiven,
  passwordRules,
  personNameRules,
  teamContactRules,
  teamPictureRules,
  usernameRules,
} from './field-rules-people.ts';
import { promoCodeRules } from './field-rules-promo-codes.ts';
import { orderRules } from './field-rules-orders.ts';
import { ticketTypeRules } from './field-rules-ticket-types.ts';
import { twoFactorRules } from './field-rules-two-factor.ts';

export interface BodyRules {
  key: EndpointKey;
  valid: object;
  /**
   * Each rule is a change to the valid body, and the messages that fields get because of it. A field that the change
   * sets to `undefined` is left out of the body.
   */
  rules: readonly (readonly [change: object, wrong: Readonly<Record<string, string>>])[];
}

const both = 'Please enter both username and password';

const roles = 'role must be one of team_admin, event_manager, owner, organizer';
const ticketStatuses = 'status must be one of valid, used, cancelled, refunded';

const teamNameRules = [
  [{ name: '' }, { name: 'Team name is required' }],
  [{ name: '   ' }, { name: 'Team name is required' }],
  [{ name: null }, { name: 'Team name is required' }],
  [{ name: 'ab' }, { name: 'Team name must be at least 3 characters' }],
  [{ name: ' ab ' }, { name: 'Team name must be at least 3 characters' }],
  [{ name: 'a'.repeat(101) }, { name: 'Use at most 100 characters' }],
  [{ name: 'two\nlines' }, { name: control }],
  [{ name: 'The\u200b Maltings' }, { name: hidden }],
  [{ description: 'abc\u2067' }, { description: turned }],
  [{ description: 5 }, { description: noText('description') }],
  [{ description: 'a'.repeat(2001) }, { description: 'Use at most 2000 characters' }],
  [
    { name: '', description: 5 },
    { name: 'Team name is required', description: noText('description') },
  ],
] as const;

const wrongKeys = [
  [{ key: 7 }, { key: noText('key') }],
  [{ key: null }, { key: noText('key') }],
  [{ key: 'a'.repeat(101) }, { key: 'This is not the key of an event' }],
] as const;

const buyerRules = [
  [{}, { eventId: 'Event id is required', userId: 'User id is required' }],
  ...wrongIds.map((eventId) => [{ eventId, userId: 1 }, { eventId: id }] as const),
  ...wrongIds.map((userId) => [{ eventId: 1, userId }, { userId: id }] as const),
  ...wrongKeys.map(([change, wrong]) => [{ eventId: 1, userId: 1, ...change }, wrong] as const),
] as const;

const reasonRules = [
  [{ reason: 'x'.repeat(501) }, { reason: 'Use at most 500 characters' }],
  [{ reason: 'a\0b' }, { reason: control }],
  [{ reason: '\u202dabc' }, { reason: turned }],
  [{ reason: null }, { reason: noText('reason') }],
  [{ reason: 7 }, { reason: noText('reason') }],
] as const;

const noRefreshToken = [undefined, null, '', 7].map(
  (refreshToken) => [{ refreshToken }, { refreshToken: 'Refresh token is required' }] as const,
);

export const bodyRules: readonly BodyRules[] = [
  {
    key: 'POST /auth/register',
    valid: account,
    rules: [
      ...usernameRules,
      ...emailRules,
      ...passwordRules,
      [{ isEventOrganiser: 'yes' }, { isEventOrganiser: noBoolean('isEventOrganiser') }],
      [{ isEventOrganiser: true }, { teamName: 'Team name is required' }],
      [{ isEventOrganiser: true, teamName: ' ' }, { teamName: 'Team name is required' }],
      [{ isEventOrganiser: true, teamName: 'ab' }, { teamName: 'Team name must be at least 3 characters' }],
      [{ isEventOrganiser: true, teamName: 'a'.repeat(101) }, { teamName: 'Use at most 100 characters' }],
      [{ isEventOrganiser: true, teamName: 'Ow\u200cls' }, { teamName: hidden }],
      [
        { isEventOrganiser: true, teamName: 'Owls', teamDescription: 'a'.repeat(2001) },
        { teamDescription: 'Use at most 2000 characters' },
      ],
      [
        { username: 'a', email: 'b', password: 'c', isEventOrganiser: true },
        {
          username: 'Username must be at least 3 characters',
          email: 'Email is invalid',
          password: 'Password must be at least 6 characters',
          teamName: 'Team name is required',
        },
      ],
    ],
  },
  {
    key: 'POST /auth/login',
    valid: { username: 'mara.ellis', password: 'a good password' },
    rules: [
      [{ username: undefined }, { username: both }],
      [{ username: '' }, { username: both }],
      [{ username: 7 }, { username: both }],
      [{ username: 'a'.repeat(255) }, { username: 'Use at most 254 characters' }],
      [{ password: undefined }, { password: both }],
      [{ password: '' }, { password: both }],
      [{ password: null }, { password: both }],
      [{ password: 'a'.repeat(201) }, { password: 'Password must be at most 200 characters' }],
      [
        { username: '', password: undefined },
        { username: both, password: both },
      ],
    ],
  },
  { key: 'POST /auth/refresh-token', valid: {}, rules: noRefreshToken },
  { key: 'POST /auth/logout', valid: {}, rules: noRefreshToken },
  ...linkRules,
  ...twoFactorRules,
  {
    key: 'POST /auth/confirm-password',
    valid: {},
    rules: [
      ...[undefined, null, '', 7].map(
        (password) => [{ password }, { password: 'Password is required' }] as const,
      ),
      [{ password: 'a'.repeat(201) }, { password: 'Password must be at most 200 characters' }],
    ],
  },
  {
    key: 'POST /users',
    valid: account,
    rules: [
      ...usernameRules,
      ...emailRules,
      ...passwordRules,
      [{ is_site_admin: 'yes' }, { is_site_admin: noBoolean('is_site_admin') }],
    ],
  },
  {
    key: 'PATCH /users/:id',
    valid: {},
    rules: [
      ...[...usernameRules, ...emailRules, ...passwordRules].filter(isGiven),
      ...personNameRules,
      ...['me.jpg', '/me.jpg', 'ftp://example.org/me.jpg', 'javascript:alert(1)'].map(
        (profile_image_url) =>
          [
            { profile_image_url },
            { profile_image_url: 'Image address must start with http:// or https://' },
          ] as const,
      ),
      [{ current_password: 7 }, { current_password: noText('current_password') }],
    ],
  },
  {
    key: 'DELETE /users/:id',
    valid: {},
    rules: [[{ current_password: 7 }, { current_password: noText('current_password') }]],
  },
  {
    key: 'PATCH /admin/users/:id',
    valid: {},
    rules: [
      [{ is_site_admin: undefined }, { is_site_admin: 'Is site admin is required' }],
      ...[null, 'true', 1].map(
        (is_site_admin) => [{ is_site_admin }, { is_site_admin: noBoolean('is_site_admin') }] as const,
      ),
    ],
  },
  {
    key: 'POST /events',
    valid: event,
    rules: [
      ...eventRules,
      [{ title: undefined }, { title: 'Title is required' }],
      [{ start_time: undefined }, { start_time: 'Start time is required' }],
      [{ end_time: undefined }, { end_time: 'End time is required' }],
      [{ end_time: event.start_time }, { end_time: endFirst }],
      [{ end_time: '2031-05-01T17:59:59Z' }, { end_time: endFirst }],
      [{ end_time: '2031-05-01T19:30:00+02:00' }, { end_time: endFirst }],
      [
        { title: '', end_time: event.start_time },
        { title: 'Title is required', end_time: endFirst },
      ],
    ],
  },
  {
    key: 'PATCH /events/:id',
    valid: {},
    rules: eventRules,
  },
  ...ticketTypeRules,
  ...promoCodeRules,
  ...orderRules,
  ...guestListRules,
  ...messageRules,
  {
    key: 'POST /events/:id/register',
    valid: {},
    rules: [...wrongIds.map((user_id) => [{ user_id }, { user_id: id }] as const), ...wrongKeys],
  },
  {
    key: 'POST /teams',
    valid: { name: 'The Maltings' },
    rules: [...teamNameRules, ...teamContactRules, [{ name: undefined }, { name: 'Team name is required' }]],
  },
  { key: 'PATCH /teams/:id', valid: {}, rules: [...teamNameRules, ...teamContactRules, ...teamPictureRules] },
  {
    key: 'POST /teams/members',
    valid: { team_id: 1, role: 'owner', username: 'mara.ellis' },
    rules: [
      ...wrongIds.map((team_id) => [{ team_id }, { team_id: id }] as const),
      [{ team_id: undefined }, { team_id: 'Team id is required' }],
      [{ role: undefined }, { role: 'Role is required' }],
      [{ role: 'boss' }, { role: roles }],
      ...wrongIds.map((user_id) => [{ user_id }, { user_id: id }] as const),
      ...usernameRules.filter(isGiven),
      [{ username: undefined }, { username: 'Username or email is required' }],
      ...emailRules.filter(isGiven),
      ...passwordRules
        .filter(isGiven)
        .map(([change, wrong]) => [{ ...change, email: 'mara@example.org' }, wrong] as const),
      [{ password: 'a good password' }, { email: 'Email is required' }],
      [
        { username: undefined, email: 'mara@example.org', password: 'a good password' },
        { username: 'Username is required' },
      ],
      [
        { team_id: 0, role: 'boss' },
        { team_id: id, role: roles },
      ],
    ],
  },
  {
    key: 'PATCH /teams/:id/members/:memberId',
    valid: {},
    rules: [
      [{ role: undefined }, { role: 'Role is required' }],
      ...[null, '', 'boss', 'Owner'].map((role) => [{ role }, { role: roles }] as const),
    ],
  },
  {
    key: 'POST /tickets',
    valid: { event_id: 1, user_id: 1 },
    rules: [
      [
        { event_id: undefined, user_id: undefined },
        { event_id: 'Event id is required', user_id: 'User id is required' },
      ],
      ...wrongIds.map((event_id) => [{ event_id }, { event_id: id }] as const),
      [{ user_id: undefined, username: '', email: '' }, { user_id: 'User id is required' }],
      [{ user_id: undefined, username: 'a'.repeat(255) }, { username: 'Use at most 254 characters' }],
      [{ user_id: undefined, email: 'a'.repeat(255) }, { email: 'Use at most 254 characters' }],
      ...wrongIds.map((user_id) => [{ user_id }, { user_id: id }] as const),
      ...wrongIds.map((registration_id) => [{ registration_id }, { registration_id: id }] as const),
    ],
  },
  {
    key: 'PATCH /tickets/:id',
    valid: {},
    rules: [
      [{ status: undefined }, { status: 'Status is required' }],
      ...[null, '', 'lost', 'VALID'].map((status) => [{ status }, { status: ticketStatuses }] as const),
      ...reasonRules.map(([change, wrong]) => [{ status: 'used', ...change }, wrong] as const),
    ],
  },
  { key: 'POST /stripe/refund/:ticketId', valid: {}, rules: reasonRules },
  { key: 'POST /stripe/create-checkout-session', valid: {}, rules: buyerRules },
  { key: 'POST /stripe/create-payment-intent', valid: {}, rules: buyerRules },
];

/**
 * The error body that is expected for these wrong fields and their messages. `msg` repeats the message of the
 * first wrong field.
 */
export function refusal(wrong: Readonly<Record<string, string>>) {
  const errors = Object.entries(wrong).map(([field, message]) => ({ field, message }));
  return { status: 'error', code: 'validation_failed', msg: errors[0]?.message, errors };
}
