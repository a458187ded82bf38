import { closeCancelledEvents } from '../../src/features/payments/refunds/cancellations.service.ts';
import { expireHolds } from '../../src/features/payments/checkout/holds.service.ts';
import { reconcilePayments } from '../../src/features/payments/ledger/reconcile.service.ts';
import * as buyers from './buyers.ts';
import * as door from './door.ts';
import * as orders from './orders.ts';
import * as organisers from './organisers.ts';
import * as provider from './provider.ts';
import { processQueue } from './queue.ts';
import type { Step, StepKind } from './steps.ts';
import { makeEventIn, type World } from './world.ts';

/** Takes a step. Returns the outcome of the step in a few words, if the step has an outcome. */
type Take = (world: World, step: Step) => Promise<string | undefined> | Promise<void>;

const minuteMs = 60_000;
const waits = [1, 3, 12, 35];

const takes: Record<StepKind, Take> = {
  register: buyers.register,
  checkout: buyers.checkout,
  openIntent: buyers.openIntent,
  useBothApis: buyers.useBothApis,
  order: orders.order,
  orderAgain: orders.orderAgain,
  openOrderPage: orders.openOrderPage,
  moreTime: orders.moreTime,
  cancelOrder: orders.cancelOrder,
  renameTickets: orders.renameTickets,
  transferTicket: orders.transferTicket,
  pay: buyers.pay,
  payIntent: buyers.payIntent,
  comeBack: buyers.comeBack,
  cancel: buyers.cancel,
  deleteUser: buyers.deleteUser,
  giveTicket: organisers.giveTicket,
  refund: organisers.refund,
  refundPart: organisers.refundPart,
  refundTickets: organisers.refundTickets,
  refundInDoubt: provider.refundInDoubt,
  admitGroup: door.admitGroup,
  scanOldCode: door.scanOldCode,
  changeType: organisers.changeType,
  changeCode: organisers.changeCode,
  changeTicket: organisers.changeTicket,
  deleteTicket: organisers.deleteTicket,
  changeCapacity: organisers.changeCapacity,
  changePrice: organisers.changePrice,
  changeStatus: organisers.changeStatus,
  deleteEvent: organisers.deleteEvent,
  newEvent: async (world, { event }) => makeEventIn(world, event),
  refundElsewhere: provider.refundElsewhere,
  dispute: provider.dispute,
  closeDispute: provider.closeDispute,
  steerWebhooks: provider.steerWebhooks,
  deliverWebhooks: provider.deliverWebhooks,
  steerProvider: provider.steerProvider,
  async waitAWhile(world, { pick }) {
    const minutes = waits[pick % waits.length] ?? 1;
    world.clock.advance(minutes * minuteMs);
    return `${minutes} minutes`;
  },
  async processQueue(world, { app, pick }) {
    const forgets = pick % 5 === 0;
    return `${await processQueue(world.apps[app], { most: 12, forgets })} jobs${forgets ? ', forgotten' : ''}`;
  },
  expireHolds: async (world, { app }) => expireHolds(world.apps[app].deps),
  reconcile: async (world, { app }) => reconcilePayments(world.apps[app].deps),
  closeCancelledEvents: async (world, { app }) => closeCancelledEvents(world.apps[app].deps),
  restart: async (world, { app }) => world.restart(app),
};

export async function takeStep(world: World, step: Step): Promise<string> {
  const { kind, app, person, event, pick } = step;
  const outcome = await takes[kind](world, step);
  return `${kind} app ${app}, person ${person}, event ${event}, pick ${pick} → ${outcome ?? 'done'}`;
}
