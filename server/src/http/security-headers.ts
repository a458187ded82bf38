import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';

/**
 * The features of the browser that our own pages use: the camera at the door, the screen that stays on while a ticket
 * is shown, and the copy buttons.
 */
const usedFeatures = ['camera', 'screen-wake-lock', 'clipboard-write'];

/**
 * Features that no page uses. Without this, a script or frame that somebody smuggled in could ask for them. The list has
 * only names that Chromium knows: it reports others as errors on every page.
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
  // People pay on the provider's own pages, so our pages need no payment requests.
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

/** Sends the headers that tell browsers what our pages may do. */
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
        // Only our own scripts may run, because another one could read the access token in the browser's storage.
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        // Foyer keeps a copy of every picture, so that no other site learns who looks at an event.
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'"],
        frameAncestors: ["'self'"],
        ...(secure && { upgradeInsecureRequests: [] }),
      },
    },
    // Browsers remember this for a year, so it covers other hosts of the domain only when the operator says so.
    hsts: secure &&
      config.hsts !== 'off' && { maxAge: yearSeconds, includeSubDomains: config.hsts === 'subdomains' },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
}
