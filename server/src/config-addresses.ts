import { isIPv4 } from 'node:net';
import { resolve } from 'node:path';
import { readUrl, type Environment } from './config-values.ts';
import { OperatorError } from './operator-error.ts';

export function isLoopback(host: string): boolean {
  const name = host.toLowerCase().replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost' || name.endsWith('.localhost') || name === '::1') return true;
  return isIPv4(name) && name.startsWith('127.');
}

export function isLoopbackUrl(url: string): boolean {
  return isLoopback(new URL(url).hostname);
}

/**
 * Reads the web address under which people reach Foyer, without a slash at the end. Returns null in development when
 * the setting is missing.
 */
export function readPublicUrl(env: Environment, production: boolean): string | null {
  const text = readUrl(env, 'PUBLIC_URL', ['http:', 'https:']);
  if (!text) {
    if (!production) return null;
    throw new OperatorError(
      'PUBLIC_URL is missing: set it to where people reach Foyer, such as https://events.example.org.',
    );
  }
  const { hostname, protocol } = new URL(text);
  if (!isLoopback(hostname) && !production) {
    throw new OperatorError(
      `PUBLIC_URL ${text} can be reached by others: set FOYER_ENV=production to open this site to them, or set PUBLIC_URL to an address of this computer, such as http://localhost:3000.`,
    );
  }
  if (!isLoopback(hostname) && protocol !== 'https:') {
    throw new OperatorError(
      `PUBLIC_URL must start with https:// in production, because passwords travel to it: set it to https://${hostname}, or to http://localhost:3000 to try production on this computer.`,
    );
  }
  return text.replace(/\/+$/, '');
}

/**
 * Reads the other sites whose scripts may call the API. Returns each site in the form of a browser's `Origin` header.
 */
export function readOrigins(env: Environment): string[] {
  return (env.CORS_ORIGINS ?? '').split(',').flatMap((entry) => {
    const text = entry.trim();
    return text === '' ? [] : [readOrigin(text)];
  });
}

function readOrigin(text: string): string {
  const url = URL.parse(text);
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.href !== `${url.origin}/` ||
    url.hostname.includes('*')
  ) {
    throw new OperatorError(
      `CORS_ORIGINS must list sites such as https://other.example.org, separated by commas, not "${text}".`,
    );
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new OperatorError(
      `CORS_ORIGINS must use https for ${url.hostname}: set https://${url.host}, because anybody on the way can change an http page.`,
    );
  }
  return url.origin;
}

export function readStorage(env: Environment, dataDir: string): string {
  const text = env.STORAGE_URL;
  if (!text) return resolve(dataDir, 'uploads');
  if (!isBucket(text) && !text.includes('://')) return resolve(text);
  const url = URL.parse(text);
  if (!isBucket(text) || !url?.username || !url.password || !url.host || url.pathname.length < 2) {
    throw new OperatorError('STORAGE_URL must be a folder, or look like s3://key:secret@host/bucket.');
  }
  return text;
}

/**
 * Tells whether uploads go to a bucket in S3-compatible storage, `s3://key:secret@host/bucket`, instead of a folder.
 * The form `s3+http://` is for a server without TLS.
 */
export function isBucket(storageUrl: string): boolean {
  return /^s3(\+http)?:\/\//.test(storageUrl);
}
