/** How calls leave: from the browser to its own origin, on the server with what the page's request was given. */
export interface Transport {
  /** Put before `/api`; empty in the browser. */
  origin: string;
  fetch: (url: string, init?: RequestInit) => Promise<Response>;
}

const browser: Transport = { origin: '', fetch: (url, init) => window.fetch(url, init) };

let findTransport: () => Transport | undefined = () => undefined;

export function currentTransport(): Transport {
  return findTransport() ?? browser;
}

/** Lets the page renderer give each request its own way out; pages that render at once must not share one. */
export function provideTransport(find: () => Transport | undefined): void {
  findTransport = find;
}
