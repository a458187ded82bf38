import { CallError } from './call-error.ts';
import { currentTransport } from './transport.ts';

const askEvery = 4000;

// A 500 is a fault of ours that asking again does not mend.
const outages = [0, 502, 503, 504];

/** Whether nobody answered, or somebody who cannot serve now: the same call will succeed later as it is. */
export function isOutage(error: unknown): boolean {
  return error instanceof CallError && outages.includes(error.status);
}

const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Calls back once, when the server can serve again; it is asked now and then as long as somebody waits.
 * @returns a function that ends the wait
 */
export function onceServerIsBack(callBack: () => void): () => void {
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
    const told = [...waiting];
    waiting.clear();
    for (const callBack of told) callBack();
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
