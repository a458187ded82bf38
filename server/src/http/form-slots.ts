import { ApiError } from './errors.ts';

/** How many forms a process handles at once. Each takes up to 8 MB of memory until it has been answered. */
const maxForms = 8;
const maxFormsPerAccount = 2;

/** When all slots are taken, a form that has been arriving for this long must be at least this fast to keep its slot. */
const slowAfterMs = 10_000;
const slowBytesPerSecond = 40_000;

export interface FormSender {
  account: number | null;
  /** The address, or the network of addresses, that the form comes from. */
  address: string;
}

/** The place of one form among those that this process is handling. */
export class FormSlot {
  readonly sender: FormSender;
  /** Set while the form is arriving: counts the bytes so far, and ends the form. */
  arriving: { countBytes(): number; end(error: ApiError): void } | null = null;
  readonly #since = performance.now();

  constructor(sender: FormSender) {
    this.sender = sender;
  }

  get milliseconds(): number {
    return performance.now() - this.#since;
  }

  /** The average rate so far, in bytes per second. */
  get rate(): number {
    return this.arriving ? (this.arriving.countBytes() / this.milliseconds) * 1000 : Infinity;
  }
}

const slots: FormSlot[] = [];

/**
 * Handles a form with `work`. Throws `unavailable` when the sender's account already has too many forms open, or when
 * all slots are taken and no other form may be ended to make room.
 */
export async function holdForm<Result>(
  sender: FormSender,
  work: (slot: FormSlot) => Promise<Result>,
): Promise<Result> {
  const ofAccount = slots.filter((slot) => slot.sender.account === sender.account).length;
  if (ofAccount >= maxFormsPerAccount) {
    throw new ApiError('unavailable', {
      msg: 'You already have two uploads running. Wait until one has finished.',
    });
  }
  if (slots.length >= maxForms) makeRoom(sender);
  const slot = new FormSlot(sender);
  slots.push(slot);
  try {
    return await work(slot);
  } finally {
    free(slot);
  }
}

function free(slot: FormSlot): void {
  const place = slots.indexOf(slot);
  if (place !== -1) slots.splice(place, 1);
}

/**
 * Ends one form so that a new one fits. Otherwise a few people who send their forms very slowly would keep everybody
 * else from uploading. Forms are ended only while they arrive, not while their picture is being stored.
 */
function makeRoom(sender: FormSender): void {
  const arriving = slots.filter((slot) => slot.arriving);
  const victim =
    findGreediest(arriving, sender, (one) => one.address) ??
    findGreediest(arriving, sender, (one) => one.account) ??
    findSlowest(arriving);
  if (!victim) throw new ApiError('unavailable');
  free(victim);
  victim.arriving?.end(new ApiError('unavailable', { closes: true }));
}

/**
 * Finds the oldest form of the address or account that has the most forms open, if it has more than the sender will
 * have. So one address has all the slots only while nobody else wants one.
 */
function findGreediest(
  arriving: FormSlot[],
  sender: FormSender,
  keyOf: (one: FormSender) => string | number | null,
): FormSlot | undefined {
  const count = (key: string | number | null) => slots.filter((slot) => keyOf(slot.sender) === key).length;
  const oldestFirst = arriving.toSorted((one, other) => other.milliseconds - one.milliseconds);
  const [greediest] = oldestFirst.toSorted(
    (one, other) => count(keyOf(other.sender)) - count(keyOf(one.sender)),
  );
  return greediest && count(keyOf(greediest.sender)) > count(keyOf(sender)) + 1 ? greediest : undefined;
}

function findSlowest(arriving: FormSlot[]): FormSlot | undefined {
  return arriving
    .filter((slot) => slot.milliseconds > slowAfterMs && slot.rate < slowBytesPerSecond)
    .toSorted((one, other) => one.rate - other.rate)[0];
}
