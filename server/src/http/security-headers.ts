import { createHash } from 'node:crypto';
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

/** Writes a Content-Security-Policy. Each directive has the sources that it allows. */
export function writePolicy(directives: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(directives)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join(';');
}

/**
 * Writes the policy of everything that Foyer sends.
 * @param inlineScripts the texts of the scripts that may stand in the document itself
 */
export function writeOwnPolicy(publicUrl: string, inlineScripts: readonly string[] = []): string {
  return writePolicy({
    'default-src': ["'self'"],
    // Only Foyer's own scripts may run, because a foreign script could read the access token in the browser's
    // storage.
    'script-src': ["'self'", ...inlineScripts.map(hashScript)],
    'style-src': ["'self'", "'unsafe-inline'"],
    // Pages show pictures from other sites only as copies that Foyer serves, so that no other site learns who looks
    // at an event.
    'img-src': ["'self'", 'data:', 'blob:'],
    'font-src': ["'self'", 'data:'],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
    ...(publicUrl.startsWith('https:') && { 'upgrade-insecure-requests': [] }),
  });
}

function hashScript(script: string): string {
  return `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
}

/** The headers are the same for all answers, so they are written once. A route may replace single headers. */
export function sendSecurityHeaders(
  app: FastifyInstance,
  { config, publicUrl }: Pick<Deps, 'config' | 'publicUrl'>,
): void {
  const secure = publicUrl.startsWith('https:');
  const headers = {
    'content-security-policy': writeOwnPolicy(publicUrl),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': permissionsPolicy,
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(secure && config.hsts !== 'off' && { 'strict-transport-security': writeHsts(config.hsts) }),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    // The filter that old browsers had can be misused to remove parts of a page.
    'x-xss-protection': '0',
  };
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}

/** Browsers remember this header for a year, so it covers subdomains only if the operator wants that. */
function writeHsts(hsts: Deps['config']['hsts']): string {
  return `max-age=${yearSeconds}${hsts === 'subdomains' ? '; includeSubDomains' : ''}`;
}
