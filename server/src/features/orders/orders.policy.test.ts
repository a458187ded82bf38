import { describe, expect, it } from 'vitest';
import { mayWithOrder, orderActions, type OrderAction, type OrderStanding } from './orders.policy.ts';

const nothing: OrderStanding = { isBuyer: false, hasKey: false, role: undefined, isSiteAdmin: false };

const allowed: [who: string, standing: OrderStanding, actions: OrderAction[]][] = [
  ['an outsider', nothing, []],
  ['the buyer', { ...nothing, isBuyer: true }, ['read', 'use', 'edit', 'renew', 'transfer', 'pay', 'cancel']],
  [
    'somebody with the key',
    { ...nothing, hasKey: true },
    ['read', 'use', 'edit', 'renew', 'transfer', 'pay', 'cancel'],
  ],
  ['an organizer of the team', { ...nothing, role: 'organizer' }, ['read', 'manage']],
  ['an owner of the team', { ...nothing, role: 'owner' }, ['read', 'manage']],
  ['an event_manager of the team', { ...nothing, role: 'event_manager' }, ['read', 'manage']],
  ['a team_admin', { ...nothing, role: 'team_admin' }, ['read', 'refund', 'manage']],
  [
    'a site administrator',
    { ...nothing, isSiteAdmin: true },
    ['read', 'edit', 'renew', 'cancel', 'refund', 'manage'],
  ],
];

describe('the policy of orders', () => {
  it.each(allowed)('lets %s do exactly what the table in this test says', (_who, standing, actions) => {
    expect(orderActions.filter((action) => mayWithOrder(action, standing))).toEqual(actions);
  });
});
