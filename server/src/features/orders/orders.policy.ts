import type { TeamRole } from '@foyer/contract/fields.ts';

/**
 * `read`: see the order and its tickets, and have its mail sent again. `use`: see the ticket codes. `edit`: say who the
 * tickets are for. `renew`: replace the link that opens the order. `transfer`: give a ticket to somebody else. `pay`:
 * open the payment page. `cancel`: give tickets back. `refund`: give money back. `manage`: see what the team wrote about
 * the order.
 */
export type OrderAction =
  | 'read'
  | 'use'
  | 'edit'
  | 'renew'
  | 'transfer'
  | 'pay'
  | 'cancel'
  | 'refund'
  | 'manage';

export interface OrderStanding {
  isBuyer: boolean;
  hasKey: boolean;
  role: TeamRole | undefined;
  isSiteAdmin: boolean;
}

const rules: Record<OrderAction, (standing: OrderStanding) => boolean> = {
  read: ({ isBuyer, hasKey, role, isSiteAdmin }) => isBuyer || hasKey || role !== undefined || isSiteAdmin,
  use: ({ isBuyer, hasKey }) => isBuyer || hasKey,
  edit: ({ isBuyer, hasKey, isSiteAdmin }) => isBuyer || hasKey || isSiteAdmin,
  renew: ({ isBuyer, hasKey, isSiteAdmin }) => isBuyer || hasKey || isSiteAdmin,
  transfer: ({ isBuyer, hasKey }) => isBuyer || hasKey,
  pay: ({ isBuyer, hasKey }) => isBuyer || hasKey,
  cancel: ({ isBuyer, hasKey, isSiteAdmin }) => isBuyer || hasKey || isSiteAdmin,
  refund: ({ role, isSiteAdmin }) => role === 'team_admin' || isSiteAdmin,
  manage: ({ role, isSiteAdmin }) => role !== undefined || isSiteAdmin,
};

export const orderActions = Object.keys(rules) as OrderAction[];

export function mayWithOrder(action: OrderAction, standing: OrderStanding): boolean {
  return rules[action](standing);
}
