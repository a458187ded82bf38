import { CallError } from './call-error.ts';

/** In milliseconds. The server is awake when a part is loaded, so the limit is shorter than for a call. */
const loadLimit = 20_000;

/**
 * Loads code that only a part of a page needs. Throws a CallError when the code cannot be loaded or does not arrive in
 * time, so that nobody waits for ever.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The code took too long to load')), loadLimit);
  });
  try {
    return await Promise.race([load(), limit]);
  } catch {
    throw new CallError(0, {
      code: 'unreachable',
      msg: 'A part of this page did not load. Check your connection, reload the page and try again.',
    });
  } finally {
    clearTimeout(timer);
  }
}
