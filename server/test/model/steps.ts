import fc from 'fast-check';

const weights = {
  register: 10,
  checkout: 32,
  openIntent: 6,
  useBothApis: 10,
  order: 44,
  orderAgain: 4,
  openOrderPage: 24,
  moreTime: 3,
  cancelOrder: 5,
  renameTickets: 3,
  transferTicket: 6,
  pay: 44,
  payIntent: 5,
  comeBack: 6,
  cancel: 6,
  giveTicket: 3,
  refund: 5,
  refundPart: 4,
  refundTickets: 5,
  refundInDoubt: 5,
  admitGroup: 3,
  scanOldCode: 3,
  changeType: 5,
  changeCode: 3,
  changeTicket: 5,
  deleteTicket: 1,
  changeCapacity: 4,
  changePrice: 2,
  changeStatus: 3,
  deleteEvent: 1,
  newEvent: 10,
  deleteUser: 1,
  refundElsewhere: 3,
  dispute: 2,
  closeDispute: 1,
  steerWebhooks: 4,
  deliverWebhooks: 16,
  steerProvider: 4,
  waitAWhile: 6,
  processQueue: 9,
  expireHolds: 6,
  reconcile: 2,
  closeCancelledEvents: 3,
  restart: 1,
} as const;

export type StepKind = keyof typeof weights;

/**
 * One step of a random history. The step's numbers choose among the records that exist when the step is
 * taken.
 */
export interface Step {
  kind: StepKind;
  app: 0 | 1;
  person: number;
  event: number;
  /** A random number that decides all other choices of the step. */
  pick: number;
  joins: boolean;
}

export const personCount = 12;
export const guestCount = 6;

/**
 * The first events have one ticket type, so the older calls can sell them. The others have several types and promo
 * codes.
 */
export const singleCount = 4;
export const eventCount = 7;

const kinds = Object.entries(weights).map(([kind, weight]) => ({
  arbitrary: fc.constant(kind as StepKind),
  weight,
}));

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.oneof(...kinds),
  app: fc.constantFrom(0, 1),
  person: fc.noBias(fc.integer({ min: 0, max: personCount - 1 })),
  event: fc.noBias(fc.integer({ min: 0, max: eventCount - 1 })),
  // fast-check prefers the smallest and the largest numbers. `noBias` makes all numbers equally likely.
  pick: fc.noBias(fc.integer({ min: 0, max: 2 ** 20 })),
  joins: fc.oneof({ arbitrary: fc.constant(true), weight: 1 }, { arbitrary: fc.constant(false), weight: 3 }),
});

/** Steps that affect all other steps, because they change the clock or the provider, for example. They run alone. */
const alone: ReadonlySet<StepKind> = new Set([
  'newEvent',
  'steerWebhooks',
  'steerProvider',
  'refundInDoubt',
  'waitAWhile',
  'restart',
]);

const maxTogether = 4;

/** The steps of one group are taken at the same moment. */
export function makeHistory(seed: number, count: number): Step[][] {
  const history = fc.array(step, { minLength: count, maxLength: count, size: 'max' });
  const steps = fc.sample(history, { seed, numRuns: 1 })[0] ?? [];
  const groups: Step[][] = [];
  for (const one of steps) {
    const last = groups.at(-1);
    const mayJoin = last && !alone.has(one.kind) && last.every(({ kind }) => !alone.has(kind));
    if (mayJoin && one.joins && last.length < maxTogether) last.push(one);
    else groups.push([one]);
  }
  return groups;
}
