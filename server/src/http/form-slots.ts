import { ApiError } from './errors.ts';

/** A process handles this many forms at once. Each form takes up to 8 MB of memory until the server has answered it. */
const maxForms = 8;
const maxFormsPerAccount = 2;

/**
 * When all slots are taken, a new form may replace one that has been arriving for longer than this time and, on
 * average, more slowly than this speed.
 */
const slowAfterMs = 10_000;
const slowBytesPerSecond = 40_000;

export interface FormSender {
  account: number | null;
  /** The network address of the sender, as `callerSubject` returns it. */
  address: string;
}

export class FormSlot {
  readonly sender: FormSender;
  /** Set while the form is arriving. `countBytes` returns the bytes received so far, and `end` refuses the form. */
  arriving: { countBytes(): number; end(error: ApiError): void } | null = null;
  readonly #since = performance.now();

  constructor(sender: FormSender) {
    this.sender = sender;
  }

  get milliseconds(): number {
    return performance.now() - this.#since;
  }

  /** The average speed of the upload so far, in bytes per second. */
  get rate(): number {
    return this.arriving ? (this.arriving.countBytes() / this.milliseconds) * 1000 : Infinity;
  }
}

const slots: FormSlot[] = [];

/**
 * Runs `work` while the form holds a slot. Throws `unavailable` when the sender's account has too many forms open, or
 * when all slots are taken and none can be freed.
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
 * Ends one form so that a new form fits. Otherwise a few slow uploads would keep everybody else from uploading. Only an
 * arriving form can be ended, not one whose picture is being stored.
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
 * Finds the oldest arriving form of the network address or account (`keyOf`) with the most slots. Returns undefined
 * unless it holds at least two slots more than the new sender, so that one sender can fill all slots only while nobody
 * else wants one.
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
