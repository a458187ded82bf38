// The web server for development: it renders pages from the current sources, shows changes at once, and passes calls
// such as `/api` on to the API server.
import { createServer, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { createServer as createVite } from 'vite';

const port = Number(process.env.PORT ?? 3000);
const api = new URL(process.env.FOYER_API_URL ?? `http://127.0.0.1:${port + 1}`);
const passedOn = ['/api', '/uploads', '/sandbox', '/dev', '/metrics', '/feeds', '/share', '/fonts'];
const passedFiles = /^\/(robots\.txt|sitemap[^/]*\.xml)$/;
const assets = {
  // The page runs one script. Vite's client is imported by each module that can be reloaded.
  scripts: ['/src/entry-dev.ts'],
  styles: ['/src/styles/index.css'],
  preloads: [],
};

const server = createServer();
const vite = await createVite({
  root: fileURLToPath(new URL('.', import.meta.url)),
  server: { middlewareMode: true, hmr: { server } },
});

server.on('request', (incoming, outgoing) => {
  const { pathname } = new URL(incoming.url ?? '/', 'http://localhost');
  const isPassedOn =
    pathname !== '/dev/ui' &&
    passedOn.some((prefix) => pathname === prefix || pathname.startsWith(`${prefix}/`));
  if (isPassedOn || passedFiles.test(pathname)) {
    passOn(incoming, outgoing);
    return;
  }
  vite.middlewares(incoming, outgoing, () => {
    renderPage(incoming, outgoing).catch((error) => {
      if (error instanceof Error) vite.ssrFixStacktrace(error);
      console.error(error);
      outgoing
        .writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
        .end(String(error?.stack ?? error));
    });
  });
});

server.listen(port, '127.0.0.1', () => console.log(`Web with hot reload: http://localhost:${port}`));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => void vite.close().finally(() => process.exit(0)));
}

/** @param {import('node:http').IncomingMessage} incoming @param {import('node:http').ServerResponse} outgoing */
async function renderPage(incoming, outgoing) {
  const { render } = await vite.ssrLoadModule('/src/entry-server.tsx');
  const { status, html, location } = await render(incoming.url ?? '/', {
    origin: `http://${incoming.headers.host ?? `localhost:${port}`}`,
    fetch: fetchFromApi,
    assets,
    coldStartNotice: process.env.COLD_START_NOTICE || 'auto',
    // The same default as in the server's config.ts, which also refuses wrong values.
    passwordMinLength: Number(process.env.PASSWORD_MIN_LENGTH || 6),
    supportContact: process.env.SUPPORT_CONTACT || null,
    timeZone: process.env.TIME_ZONE || undefined,
  });
  if (location !== undefined) outgoing.setHeader('location', location);
  outgoing.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  outgoing.end(html);
}

/** @param {string | URL} url @param {RequestInit} [init] */
function fetchFromApi(url, init) {
  const { pathname, search } = new URL(url);
  return fetch(new URL(pathname + search, api), init);
}

/** @param {import('node:http').IncomingMessage} incoming @param {import('node:http').ServerResponse} outgoing */
function passOn(incoming, outgoing) {
  const onward = request(
    new URL(incoming.url ?? '/', api),
    { method: incoming.method, headers: incoming.headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    },
  );
  onward.on('error', () => {
    if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502, { 'content-type': 'text/plain' }).end('The API is not running (yet).');
  });
  incoming.pipe(onward);
}
