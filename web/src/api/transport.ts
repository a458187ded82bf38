/** How calls reach the API: by the browser's `fetch`, or inside the server's process while it renders a page. */
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

/** Lets the page renderer give each request its own transport, since several pages render at the same time. */
export function provideTransport(find: () => Transport | undefined): void {
  findTransport = find;
}
