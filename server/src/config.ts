import { isAbsolute, resolve } from 'node:path';

/** Thrown for a setting that cannot be used. The message names the variable and says which values are valid. */
export class ConfigError extends Error {}

const roles = ['all', 'web', 'worker'] as const;
const coldStartSettings = ['auto', 'on', 'off'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * The provider allows a checkout session of at most 24 hours. A session lasts five minutes longer than HOLD_MINUTES.
 * Another five minutes allow for a difference between the provider's clock and ours.
 */
const maxHoldMinutes = 24 * 60 - 10;

export type Config = ReturnType<typeof readConfig>;

type Environment = Record<string, string | undefined>;

/** Reads every setting once, checks it, fills the defaults, and freezes the result. */
export function readConfig(env: Environment) {
  const production = env.NODE_ENV === 'production';
  const port = readWhole(env, 'PORT', 3000, { min: 0, max: 65_535 });
  const databaseUrl = readUrl(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const stripeSecretKey = env.STRIPE_SECRET_KEY || null;
  const payments = readPayments(env, { production, stripeSecretKey });
  const dataDir = resolve(env.DATA_DIR || './data');
  return Object.freeze({
    production,
    port,
    host: env.HOST || (production ? '0.0.0.0' : '127.0.0.1'),
    /** Has no trailing slash. Required in production. Elsewhere it may be null; `main` then uses localhost. */
    publicUrl: readPublicUrl(env, production),
    dataDir,
    databaseUrl,
    databasePool: readWhole(env, 'DATABASE_POOL', 10, { min: 1, max: 100 }),
    storageUrl: readStorage(env, dataDir),
    smtpUrl: readUrl(env, 'SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: env.MAIL_FROM || 'Foyer <tickets@localhost>',
    stripeSecretKey,
    stripeWebhookSecret: readWebhookSecret(env, payments),
    payments,
    sessionSecret: readSessionSecret(env, production),
    holdMinutes: readWhole(env, 'HOLD_MINUTES', 30, { min: 1, max: maxHoldMinutes }),
    corsOrigins: (env.CORS_ORIGINS ?? '').split(',').flatMap((origin) => origin.trim() || []),
    proxies: readProxies(env),
    role: readChoice(env, 'FOYER_ROLE', roles, 'all'),
    demo: readSwitch(env, 'FOYER_DEMO', !databaseUrl) && !production,
    rateLimits: readRateLimits(env, production),
    timeZone: readTimeZone(env),
    supportContact: env.SUPPORT_CONTACT || null,
    coldStartNotice: readChoice(env, 'COLD_START_NOTICE', coldStartSettings, 'auto'),
    logLevel: readChoice(env, 'LOG_LEVEL', logLevels, production ? 'info' : 'warn'),
  });
}

function readWhole(env: Environment, name: string, fallback: number, range: { min: number; max: number }) {
  const text = env[name];
  if (!text) return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < range.min || value > range.max) {
    throw new ConfigError(`${name} must be a whole number from ${range.min} to ${range.max}, not "${text}".`);
  }
  return value;
}

function readSwitch(env: Environment, name: string, fallback: boolean) {
  const text = env[name]?.toLowerCase();
  if (!text) return fallback;
  if (['on', 'true', '1', 'yes'].includes(text)) return true;
  if (['off', 'false', '0', 'no'].includes(text)) return false;
  throw new ConfigError(`${name} must be on or off, not "${text}".`);
}

function readChoice<const T extends string>(
  env: Environment,
  name: string,
  choices: readonly T[],
  fallback: T,
): T {
  const text = env[name];
  if (!text) return fallback;
  const found = choices.find((choice) => choice === text);
  if (!found) throw new ConfigError(`${name} must be one of ${choices.join(', ')}, not "${text}".`);
  return found;
}

function readUrl(env: Environment, name: string, protocols: string[]): string | null {
  const text = env[name];
  if (!text) return null;
  if (!URL.canParse(text) || !protocols.includes(new URL(text).protocol)) {
    throw new ConfigError(`${name} must be an address that starts with ${protocols.join('// or ')}//.`);
  }
  return text;
}

function readPublicUrl(env: Environment, production: boolean) {
  const url = readUrl(env, 'PUBLIC_URL', ['http:', 'https:']);
  if (!url && production) {
    throw new ConfigError(
      'PUBLIC_URL is missing. Set it to where people reach Foyer, such as https://events.example.org.',
    );
  }
  return url?.replace(/\/+$/, '') ?? null;
}

/**
 * How many proxies stand in front of Foyer. Each adds its caller's address to the end of X-Forwarded-For. Any entries
 * before those are ignored, because a client can invent them.
 */
function readProxies(env: Environment) {
  const text = env.TRUST_PROXY;
  if (text && !/^\d$/.test(text)) {
    throw new ConfigError(
      `TRUST_PROXY must be how many proxies stand in front of Foyer, 0 to 9, such as 1, not "${text}".`,
    );
  }
  return Number(text || 0);
}

function readPayments(env: Environment, known: { production: boolean; stripeSecretKey: string | null }) {
  const choice = env.PAYMENTS || (known.stripeSecretKey || known.production ? 'stripe' : 'sandbox');
  if (choice !== 'stripe' && choice !== 'sandbox') {
    throw new ConfigError(`PAYMENTS must be stripe or sandbox, not "${choice}".`);
  }
  if (choice === 'stripe' && !known.stripeSecretKey) {
    throw new ConfigError(
      'STRIPE_SECRET_KEY is missing. Set it to take real payments, or PAYMENTS=sandbox to try Foyer without.',
    );
  }
  return choice;
}

function readWebhookSecret(env: Environment, payments: 'stripe' | 'sandbox') {
  if (payments === 'sandbox') return null;
  if (!env.STRIPE_WEBHOOK_SECRET) {
    throw new ConfigError(
      'STRIPE_WEBHOOK_SECRET is missing. Copy it from the webhook you made at the provider.',
    );
  }
  return env.STRIPE_WEBHOOK_SECRET;
}

function readSessionSecret(env: Environment, production: boolean) {
  const secret = env.SESSION_SECRET;
  if (!secret) {
    if (production)
      throw new ConfigError('SESSION_SECRET is missing. Set it to at least 32 random characters.');
    return null;
  }
  if (secret.length < 32) throw new ConfigError('SESSION_SECRET must have at least 32 characters.');
  return secret;
}

function readRateLimits(env: Environment, production: boolean) {
  const on = readSwitch(env, 'FOYER_RATE_LIMITS', true);
  if (!on && production) throw new ConfigError('FOYER_RATE_LIMITS=off is not allowed in production.');
  return on;
}

/** Where uploads are stored: a folder, or `s3://key:secret@host/bucket`. */
function readStorage(env: Environment, dataDir: string) {
  const text = env.STORAGE_URL;
  if (!text) return resolve(dataDir, 'uploads');
  if (text.startsWith('s3://') || isAbsolute(text)) return text;
  return resolve(text);
}

function readTimeZone(env: Environment) {
  const zone = env.TIME_ZONE || 'Europe/London';
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw new ConfigError(`TIME_ZONE must be a zone name such as Europe/London, not "${zone}".`);
  }
}
