import { resolve } from 'node:path';
import { leastPasswordLength } from '@foyer/contract/fields.ts';
import { isLoopback, isLoopbackUrl, readOrigins, readPublicUrl, readStorage } from './config-addresses.ts';
import { readChoice, readSwitch, readUrl, readWhole, type Environment } from './config-values.ts';
import { OperatorError } from './operator-error.ts';

const modes = ['development', 'production'] as const;
const roles = ['all', 'web', 'worker'] as const;
const coldStartSettings = ['auto', 'on', 'off'] as const;
const hstsSettings = ['on', 'subdomains', 'off'] as const;
const twoFactorDuties = ['off', 'admins'] as const;
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

/**
 * The provider allows a checkout session to last at most 24 hours. A session lasts five minutes longer than
 * HOLD_MINUTES. Another five minutes allow for a difference between the provider's clock and Foyer's clock.
 */
const maxHoldMinutes = 24 * 60 - 10;

export type Config = ReturnType<typeof readConfig>;

/** Reads every setting once, checks the values, fills in the defaults, and freezes the result. */
export function readConfig(env: Environment) {
  const mode = readChoice(
    env,
    'FOYER_ENV',
    modes,
    env.NODE_ENV === 'production' ? 'production' : 'development',
  );
  const production = mode === 'production';
  const publicUrl = readPublicUrl(env, production);
  const host = env.HOST || (production ? '0.0.0.0' : '127.0.0.1');
  // The demo logins and the pages below /dev are open to everybody. So they exist only in development, and only if no
  // other computer can reach Foyer.
  const isPrivate = !production && isLoopback(host);
  const port = readWhole(env, 'PORT', 3000, { min: 0, max: 65_535 });
  const databaseUrl = readUrl(env, 'DATABASE_URL', ['postgres:', 'postgresql:']);
  const stripeSecretKey = env.STRIPE_SECRET_KEY || null;
  const payments = readPayments(env, { production, publicUrl, stripeSecretKey });
  const dataDir = resolve(env.DATA_DIR || './data');
  return Object.freeze({
    production,
    port,
    host,
    /**
     * The public URL has no slash at the end. Production requires this setting. In development `main` replaces null
     * with a localhost URL.
     */
    publicUrl,
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
    passwordMinLength: readWhole(env, 'PASSWORD_MIN_LENGTH', production ? 8 : leastPasswordLength, {
      min: leastPasswordLength,
      max: 64,
    }),
    requireTwoFactor: readChoice(env, 'REQUIRE_TWO_FACTOR', twoFactorDuties, 'off'),
    holdMinutes: readWhole(env, 'HOLD_MINUTES', 30, { min: 1, max: maxHoldMinutes }),
    corsOrigins: readOrigins(env),
    proxies: readProxies(env, production),
    role: readChoice(env, 'FOYER_ROLE', roles, 'all'),
    demo: readSwitch(env, 'FOYER_DEMO', !databaseUrl) && isPrivate,
    /** Tells whether the pages below /dev and the switches of the payment sandbox exist. These pages need no login. */
    devPages: isPrivate,
    rateLimits: readRateLimits(env, production),
    timeZone: readTimeZone(env),
    supportContact: env.SUPPORT_CONTACT || null,
    coldStartNotice: readChoice(env, 'COLD_START_NOTICE', coldStartSettings, 'auto'),
    hsts: readChoice(env, 'HSTS', hstsSettings, 'on'),
    metricsToken: readMetricsToken(env, production),
    logLevel: readChoice(env, 'LOG_LEVEL', logLevels, production ? 'info' : 'warn'),
  });
}

/**
 * Reads how many proxies stand in front of Foyer. Each proxy adds its caller's IP address to the end of
 * X-Forwarded-For. Foyer ignores earlier entries, because a client can invent them.
 */
function readProxies(env: Environment, production: boolean) {
  const text = env.TRUST_PROXY;
  if (text && !/^\d$/.test(text)) {
    throw new OperatorError(
      `TRUST_PROXY must be how many proxies stand in front of Foyer, 0 to 9, such as 1, not "${text}".`,
    );
  }
  const count = Number(text || 0);
  if (count > 0 && !production) {
    throw new OperatorError(
      'TRUST_PROXY is for a site behind a proxy: set FOYER_ENV=production to open this site to others, or remove TRUST_PROXY.',
    );
  }
  return count;
}

function readPayments(
  env: Environment,
  known: { production: boolean; publicUrl: string | null; stripeSecretKey: string | null },
) {
  const choice = env.PAYMENTS || (known.stripeSecretKey || known.production ? 'stripe' : 'sandbox');
  if (choice !== 'stripe' && choice !== 'sandbox') {
    throw new OperatorError(`PAYMENTS must be stripe or sandbox, not "${choice}".`);
  }
  if (choice === 'stripe' && !known.stripeSecretKey) {
    throw new OperatorError(
      'STRIPE_SECRET_KEY is missing: set it to take real payments, or set PAYMENTS=sandbox to try Foyer without.',
    );
  }
  if (choice === 'stripe' && !/^(sk|rk)_[!-~]+$/.test(known.stripeSecretKey ?? '')) {
    throw new OperatorError(
      'STRIPE_SECRET_KEY is no key of Stripe: copy the secret key from its dashboard, which starts with sk_ or rk_.',
    );
  }
  // Refuse the sandbox on a public site, because the sandbox accepts test card numbers that everybody knows.
  const isPublic = known.production && known.publicUrl !== null && !isLoopbackUrl(known.publicUrl);
  if (choice === 'sandbox' && isPublic && !readSwitch(env, 'ALLOW_TEST_CARDS', false)) {
    throw new OperatorError(
      `PAYMENTS=sandbox lets anybody pay at ${known.publicUrl} with a test card: set PAYMENTS=stripe, or set ALLOW_TEST_CARDS=on if this site only shows Foyer.`,
    );
  }
  return choice;
}

function readWebhookSecret(env: Environment, payments: 'stripe' | 'sandbox') {
  if (payments === 'sandbox') return null;
  if (!env.STRIPE_WEBHOOK_SECRET) {
    throw new OperatorError(
      'STRIPE_WEBHOOK_SECRET is missing: copy it from the webhook you made at the provider.',
    );
  }
  if (!/^whsec_[!-~]+$/.test(env.STRIPE_WEBHOOK_SECRET)) {
    throw new OperatorError(
      'STRIPE_WEBHOOK_SECRET is no secret of a webhook: copy it from the webhook in the dashboard of Stripe, where it starts with whsec_.',
    );
  }
  return env.STRIPE_WEBHOOK_SECRET;
}

const makeSecret = 'set it to at least 32 random characters, such as the output of "openssl rand -hex 32".';

function readSessionSecret(env: Environment, production: boolean) {
  const secret = env.SESSION_SECRET;
  if (!secret) {
    if (production) throw new OperatorError(`SESSION_SECRET is missing: ${makeSecret}`);
    return null;
  }
  if (secret.length < 32) throw new OperatorError(`SESSION_SECRET is too short: ${makeSecret}`);
  if (production && isRepetitive(secret)) {
    throw new OperatorError(`SESSION_SECRET repeats itself, so it can be guessed: ${makeSecret}`);
  }
  return secret;
}

/**
 * A secret must contain at least this many different characters. Almost every random secret of 32 hexadecimal digits
 * contains more.
 */
const fewestCharacters = 8;

function isRepetitive(text: string): boolean {
  if (new Set(text).size < fewestCharacters) return true;
  return Array.from(text).some(
    (_, length) => length > 0 && length <= text.length / 2 && text.startsWith(text.slice(length)),
  );
}

function readRateLimits(env: Environment, production: boolean) {
  const on = readSwitch(env, 'FOYER_RATE_LIMITS', true);
  if (!on && production)
    throw new OperatorError('FOYER_RATE_LIMITS=off is only for development: remove it or set it to on.');
  return on;
}

/**
 * Returns null when metrics are off. Metrics need a token, because behind a proxy Foyer cannot recognise callers by
 * their IP address.
 */
function readMetricsToken(env: Environment, production: boolean) {
  if (!readSwitch(env, 'METRICS', false)) return null;
  const token = env.METRICS_TOKEN ?? '';
  if (token.length < 32) {
    throw new OperatorError(`METRICS_TOKEN is missing or too short, and METRICS=on needs it: ${makeSecret}`);
  }
  if (production && isRepetitive(token)) {
    throw new OperatorError(`METRICS_TOKEN repeats itself, so it can be guessed: ${makeSecret}`);
  }
  return token;
}

function readTimeZone(env: Environment) {
  const zone = env.TIME_ZONE || 'Europe/London';
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone: zone }).resolvedOptions().timeZone;
  } catch {
    throw new OperatorError(`TIME_ZONE must be a zone name such as Europe/London, not "${zone}".`);
  }
}
