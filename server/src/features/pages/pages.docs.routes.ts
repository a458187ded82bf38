import { describeApi } from '@foyer/contract/openapi/openapi.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import packageJson from '../../../package.json' with { type: 'json' };
import type { Deps } from '../../deps.ts';
import { html } from '../../http/html.ts';
import { makeFileHandler } from '../../http/memory/fixed-file.ts';
import { writePolicy } from '../../http/security-headers.ts';

const documentPath = '/api/openapi.json';
const viewerPath = '/api/docs/viewer.js';
const startPath = '/api/docs/start.js';

/**
 * How long browsers keep a file. A new version of Foyer changes the page and the OpenAPI document, so their time is
 * short. The script that shows the documentation changes only with its package.
 */
const caching = { short: 'public, max-age=300', long: 'public, max-age=86400' };

const javascript = 'text/javascript; charset=utf-8';

/** Foyer's colours, light and dark. The greys and greens of the documentation viewer are too pale to read. */
const colours = `
.light-mode {
  --scalar-background-1: #fffcf5; --scalar-background-2: #faf5ea; --scalar-background-3: #f1e9d8;
  --scalar-color-1: #211a14; --scalar-color-2: #4f453a; --scalar-color-3: #6d6152;
  --scalar-border-color: #dfd3bd; --scalar-color-accent: #b8350f; --scalar-background-accent: #fbe4d6;
  --scalar-color-green: #1d6141; --scalar-color-red: #9c1731; --scalar-color-yellow: #7a4d00;
  --scalar-color-orange: #96280a; --scalar-color-blue: #1f5580; --scalar-color-purple: #6a3a80;
  --scalar-button-1: #b8350f; --scalar-button-1-hover: #96280a; --scalar-button-1-color: #fffaf2;
}
.dark-mode {
  --scalar-background-1: #1b130d; --scalar-background-2: #291e16; --scalar-background-3: #352820;
  --scalar-color-1: #f6ecdc; --scalar-color-2: #d3c4b0; --scalar-color-3: #b3a28d;
  --scalar-border-color: #453628; --scalar-color-accent: #ff8258; --scalar-background-accent: #4a2310;
  --scalar-color-green: #8fd0a4; --scalar-color-red: #ff98a0; --scalar-color-yellow: #f0bf62;
  --scalar-color-orange: #ff9d7b; --scalar-color-blue: #8ec5ee; --scalar-color-purple: #d3a8e8;
  --scalar-button-1: #ff8258; --scalar-button-1-hover: #ff9d7b; --scalar-button-1-color: #1f0d05;
}`;

/**
 * Fixes two faults of the documentation viewer. A long title makes the header too wide on phones, and an endpoint that
 * is opened by a link gets a focus outline.
 */
const repairs = `
header > .flex-1.whitespace-nowrap { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
.section[tabindex='-1']:focus-visible { outline: none; }`;

/** Switches off every feature of the documentation viewer that would send requests to another host. */
const viewerOptions = {
  url: documentPath,
  theme: 'none',
  customCss: colours + repairs,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'json',
  showOperationId: true,
};

/** This policy is stricter than the policy for the rest of Foyer: the browser blocks every request to another host. */
const pagePolicy = writePolicy({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'connect-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:'],
  'font-src': ["'self'", 'data:'],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'self'"],
});

const page = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Foyer API</title>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <script src="${viewerPath}" defer></script>
      <script src="${startPath}" defer></script>
    </head>
    <body>
      <div id="app"></div>
      <noscript>
        This page needs JavaScript. You can read the same in <a href="${documentPath}">${documentPath}</a>.
      </noscript>
    </body>
  </html>`.source;

export function registerDocsRoutes(app: FastifyInstance, deps: Deps): void {
  let sendDocument: ReturnType<typeof makeFileHandler> | undefined;
  app.get(documentPath, (request, reply) => {
    sendDocument ??= makeFileHandler({
      body: Buffer.from(
        JSON.stringify(describeApi({ version: packageJson.version, serverUrl: `${deps.publicUrl}/api` })),
      ),
      type: 'application/json; charset=utf-8',
      caching: caching.short,
      isText: true,
    });
    return sendDocument(request, reply);
  });

  app.get('/api/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': caching.short, 'content-security-policy': pagePolicy })
      .send(page),
  );

  // The policy forbids inline scripts, so the line that starts the documentation viewer is a file of its own.
  app.get(startPath, (_request, reply) =>
    reply
      .type(javascript)
      .header('cache-control', caching.short)
      .send(`Scalar.createApiReference('#app', ${JSON.stringify(viewerOptions)});`),
  );

  let sendViewer: Promise<ReturnType<typeof makeFileHandler>> | undefined;
  app.get(viewerPath, async (request, reply) => {
    sendViewer ??= loadViewer().catch((error: unknown) => {
      // Forget the failure, so that the next request loads the script again.
      sendViewer = undefined;
      throw error;
    });
    return (await sendViewer)(request, reply);
  });
}

/**
 * Loads the script of the documentation viewer at the first request, because the script is large and rarely needed. Its
 * package offers the script only as a Fastify route, so this function makes a request inside the process.
 */
async function loadViewer() {
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  const source = Fastify();
  await source.register(apiReference, { routePrefix: '/docs', configuration: { url: documentPath } });
  const { rawPayload: body, statusCode } = await source.inject('/docs/js/scalar.js');
  await source.close();
  if (statusCode !== 200)
    throw new Error('The API viewer is not at the address where its plugin used to serve it');
  return makeFileHandler({ body, type: javascript, caching: caching.long, isText: true });
}
