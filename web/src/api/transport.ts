/**
 * How API calls are sent: with the browser's `fetch`, or inside the server's process while the server renders
 * a page.
 */
export interface Transport {
  /** The part of the web address before `/api`. This is empty in the browser. */
  origin: string;
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
}

const browser: Transport = { origin: '', fetch: (url, init) => window.fetch(url, init) };

let findTransport: () => Transport | undefined = () => undefined;

export function currentTransport(): Transport {
  return findTransport() ?? browser;
}

/**
 * Sets the function that finds the transport of the page being rendered. The server renders several pages at once, each
 * with its own transport.
 */
export function provideTransport(find: () => Transport | undefined): void {
  findTransport = find;
}
