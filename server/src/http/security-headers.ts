import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/**
 * The browser features that Foyer's pages use: the camera scans tickets, the wake lock keeps the screen on while a
 * ticket is shown, and the clipboard serves the copy buttons.
 */
const usedFeatures = ['camera', 'screen-wake-lock', 'clipboard-write'];

/**
 * Browser features that no page uses. They are forbidden, so that an injected script or frame cannot ask for them. Only
 * names that Chromium knows are listed, because it reports unknown names as errors.
 */
const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'clipboard-read',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  // People pay on the provider's own pages, so Foyer's pages do not need the Payment Request API.
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'serial',
  'storage-access',
  'usb',
  'window-management',
  'xr-spatial-tracking',
];

const permissionsPolicy = [
  ...usedFeatures.map((name) => `${name}=(self)`),
  ...unusedFeatures.map((name) => `${name}=()`),
].join(', ');

const yearSeconds = 31_536_000;

export async function sendSecurityHeaders(
  app: FastifyInstance,
  { config, publicUrl }: Pick<Deps, 'config' | 'publicUrl'>,
): Promise<void> {
  const secure = publicUrl.startsWith('https:');
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', permissionsPolicy);
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // Only Foyer's own scripts may run, because a foreign script could read the access token in the browser's
        // storage.
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Pages show pictures from other sites only as copies that Foyer serves, so that no other site learns who looks
        // at an event.
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    // Browsers remember this header for a year, so it covers subdomains only if the operator wants that.
    hsts: secure &&
      config.hsts !== 'off' && { maxAge: yearSeconds, includeSubDomains: config.hsts === 'subdomains' },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
}
