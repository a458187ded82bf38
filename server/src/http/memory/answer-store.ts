import type { Clock } from '../../deps.ts';
import type { ReadyAnswer } from './ready-answer.ts';

/** An answer from memory is at most this old. Foyer's other processes tell this one nothing of their writes. */
const freshMs = 1000;

/** A longer key is never stored, so that nobody can fill the memory with keys. */
const maxKeyLength = 600;

interface Entry {
  answer: ReadyAnswer;
  /** When the work for the answer began, so that the answer is at least as new as this. */
  since: number;
}

interface Filling {
  since: number;
  done: Promise<ReadyAnswer | null>;
}

/** Makes an answer. Returns null for an answer that must not be kept, such as a missing page. */
type Make = () => Promise<ReadyAnswer | null>;

export interface StoreCounts {
  hits: number;
  misses: number;
  evictions: number;
  waiting: number;
  bytes: number;
}

/** Keeps ready answers by key. When their bytes exceed `maxBytes`, those that were not used for longest go first. */
export class AnswerStore {
  readonly #clock: Clock;
  readonly #maxBytes: number;
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry>();
  readonly #fillings = new Map<string, Filling>();
  readonly #counts: StoreCounts = { hits: 0, misses: 0, evictions: 0, waiting: 0, bytes: 0 };

  constructor({ clock, maxBytes }: { clock: Clock; maxBytes: number }) {
    this.#clock = clock;
    this.#maxBytes = maxBytes;
  }

  find(key: string): ReadyAnswer | undefined {
    const entry = this.#entries.get(key);
    if (!entry || !this.#isFresh(entry)) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#counts.hits += 1;
    return entry.answer;
  }

  /**
   * Finds the answer, or makes it. Only one request for a key makes the answer, and the others wait. When it fails, the
   * first of them tries next, and the rest no longer wait for each other. A caller that leaves stops nothing.
   */
  async share(key: string, make: Make): Promise<ReadyAnswer | null> {
    if (key.length > maxKeyLength) return make();
    const known = this.find(key);
    if (known) return known;
    const running = this.#fillings.get(key);
    // What began longer ago would be too old.
    if (running && this.#isFresh(running)) {
      this.#counts.waiting += 1;
      const filled = await running.done;
      this.#counts.waiting -= 1;
      if (filled) {
        this.#counts.hits += 1;
        return filled;
      }
      if (this.#fillings.has(key)) return make();
    }
    return this.#fill(key, make);
  }

  /**
   * Forgets everything after a change. Those who already wait get what is being made at the moment, because they asked
   * before the change, but it is not kept.
   */
  drop(): void {
    this.#entries.clear();
    this.#fillings.clear();
    this.#counts.bytes = 0;
  }

  count(): StoreCounts {
    return { ...this.#counts };
  }

  async #fill(key: string, make: Make): Promise<ReadyAnswer | null> {
    this.#counts.misses += 1;
    const since = this.#clock.now().getTime();
    const { promise: done, resolve } = Promise.withResolvers<ReadyAnswer | null>();
    const filling: Filling = { since, done };
    this.#fillings.set(key, filling);
    const isCurrent = () => this.#fillings.get(key) === filling;
    let answer: ReadyAnswer | null = null;
    try {
      answer = await make();
      // After a change, this filling is no longer current, because it may have read what was there before.
      if (answer && isCurrent()) this.#put(key, { answer, since });
      return answer;
    } finally {
      if (isCurrent()) this.#fillings.delete(key);
      resolve(answer);
    }
  }

  #put(key: string, entry: Entry): void {
    const before = this.#entries.get(key);
    if (before) this.#remove(key, before);
    // One long answer must not take the place of all others.
    if (sizeOf(entry.answer) > this.#maxBytes / 4) return;
    this.#entries.set(key, entry);
    this.#counts.bytes += sizeOf(entry.answer);
    for (const [oldKey, old] of this.#entries) {
      const isOld = !this.#isFresh(old);
      if (!isOld && this.#counts.bytes <= this.#maxBytes) return;
      this.#remove(oldKey, old);
      if (!isOld) this.#counts.evictions += 1;
    }
  }

  #remove(key: string, { answer }: Entry): void {
    this.#entries.delete(key);
    this.#counts.bytes -= sizeOf(answer);
  }

  #isFresh({ since }: { since: number }): boolean {
    const age = this.#clock.now().getTime() - since;
    // The age is negative after the computer's clock was set back.
    return age >= 0 && age < freshMs;
  }
}

/** What an entry takes besides its bodies: the key and the headers. */
const entryBytes = 4096;

/** Counts the two compressed bodies as long as the plain one, because they are made later, and only when asked for. */
function sizeOf({ plain }: ReadyAnswer): number {
  return 3 * plain.body.length + entryBytes;
}
