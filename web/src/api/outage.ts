import { CallError } from './call-error.ts';
import { currentTransport } from './transport.ts';

/** The time between two calls that ask the server whether it is ready again, in milliseconds. */
const askEvery = 4000;

// 0 means that no response came. 500 is not in this list, because a 500 is a bug in Foyer and repeating the
// call does not help.
const outageStatuses = [0, 502, 503, 504];

/**
 * Whether the same call may succeed later, because the server could not be reached or cannot serve right now.
 */
export function isOutage(error: unknown): boolean {
  return error instanceof CallError && outageStatuses.includes(error.status);
}

const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Asks the server every few seconds whether it is ready, and runs `callBack` once when the server is ready.
 * @returns a function that stops waiting
 */
export function onServerBack(callBack: () => void): () => void {
  waiting.add(callBack);
  timer ??= setTimeout(() => void ask(), askEvery);
  return () => {
    waiting.delete(callBack);
  };
}

async function ask(): Promise<void> {
  const isBack = waiting.size > 0 && !document.hidden && (await isServerReady());
  timer = undefined;
  if (isBack) {
    const callBacks = [...waiting];
    waiting.clear();
    for (const callBack of callBacks) callBack();
  } else if (waiting.size > 0) {
    timer = setTimeout(() => void ask(), askEvery);
  }
}

async function isServerReady(): Promise<boolean> {
  const { origin, fetch } = currentTransport();
  try {
    const { ok } = await fetch(`${origin}/api/ready`, { signal: AbortSignal.timeout(askEvery) });
    return ok;
  } catch {
    return false;
  }
}
