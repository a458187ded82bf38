import { isIPv4 } from 'node:net';
import { ConfigError, readUrl, type Environment } from './config-values.ts';

/** Tells whether this host name or IP address is reachable only from programs on this computer. */
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
    throw new ConfigError(
      'PUBLIC_URL is missing: set it to where people reach Foyer, such as https://events.example.org.',
    );
  }
  const { hostname, protocol } = new URL(text);
  if (!isLoopback(hostname) && !production) {
    throw new ConfigError(
      `PUBLIC_URL ${text} can be reached by others: set FOYER_ENV=production to open this site to them, or set PUBLIC_URL to an address of this computer, such as http://localhost:3000.`,
    );
  }
  if (!isLoopback(hostname) && protocol !== 'https:') {
    throw new ConfigError(
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
    throw new ConfigError(
      `CORS_ORIGINS must list sites such as https://other.example.org, separated by commas, not "${text}".`,
    );
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw new ConfigError(
      `CORS_ORIGINS must use https for ${url.hostname}: set https://${url.host}, because anybody on the way can change an http page.`,
    );
  }
  return url.origin;
}
