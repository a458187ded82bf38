import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Environment } from './config-values.ts';
import { readConfig } from './config.ts';
import { OperatorError } from './operator-error.ts';

const publicUrl = 'https://events.example.org';
const secret = '5f1c8b0de2a94736bb0c4f6de19a7382';

const production = {
  FOYER_ENV: 'production',
  PUBLIC_URL: publicUrl,
  SESSION_SECRET: secret,
  PAYMENTS: 'sandbox',
  ALLOW_TEST_CARDS: 'on',
};

function readRefusal(env: Environment): string {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof OperatorError && /^(?:[^.]|\.(?! ))+\.$/.test(error.message)) return error.message;
    throw error;
  }
  return 'Foyer accepts these settings';
}

describe('settings', () => {
  it('all have a default in development', () => {
    expect(readConfig({})).toMatchObject({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      payments: 'sandbox',
      holdMinutes: 30,
      passwordMinLength: 6,
      demo: true,
      devPages: true,
      role: 'all',
      timeZone: 'Europe/London',
      coldStartNotice: 'auto',
    });
  });

  it.each([
    { FOYER_ENV: 'Production' },
    { FOYER_ENV: 'staging' },
    { PORT: 'http' },
    { DATABASE_URL: 'mysql://localhost' },
    { FOYER_ROLE: 'boss' },
    { FOYER_DEMO: 'maybe' },
    { TIME_ZONE: 'Europe/Atlantis' },
    { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: '' },
    { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: 'sk_live_…' },
    { STRIPE_WEBHOOK_SECRET: 'whsec_…', STRIPE_SECRET_KEY: 'sk_test_1' },
    { STORAGE_URL: 'https://key:secret@s3.example.org/pictures' },
    { STORAGE_URL: 's3://s3.example.org/pictures' },
    { STORAGE_URL: 's3://key:secret@s3.example.org' },
    { SESSION_SECRET: 'short' },
    { LOG_LEVEL: 'loud' },
    { COLD_START_NOTICE: 'sometimes' },
    { TRUST_PROXY: 'on' },
    { TRUST_PROXY: '1' },
    { HOLD_MINUTES: '1431' },
    { HSTS: 'forever' },
    { METRICS: 'perhaps' },
    { METRICS_TOKEN: 'too short', METRICS: 'on' },
    { PASSWORD_MIN_LENGTH: '5' },
    { PASSWORD_MIN_LENGTH: '65' },
    { REQUIRE_TWO_FACTOR: 'on' },
  ])('are refused with a message that names the wrong setting: %o', (env) => {
    expect(readRefusal(env)).toMatch(env.PAYMENTS ? 'STRIPE_SECRET_KEY' : String(Object.keys(env)[0]));
  });

  it('accept a folder for uploads, or a bucket with or without TLS', () => {
    for (const url of [
      's3://key:secret@s3.example.org/pictures',
      's3+http://key:secret@storage:9000/pictures',
    ]) {
      expect(readConfig({ STORAGE_URL: url }).storageUrl).toBe(url);
    }
    expect(readConfig({ DATA_DIR: '/srv/foyer' }).storageUrl).toBe('/srv/foyer/uploads');
    expect(readConfig({ STORAGE_URL: '/srv/pictures' }).storageUrl).toBe('/srv/pictures');
  });

  it('accept a number of trusted proxies, and holds of up to 1,430 minutes', () => {
    expect(readConfig({}).proxies).toBe(0);
    expect(readConfig({ ...production, TRUST_PROXY: '2', HOLD_MINUTES: '1430' })).toMatchObject({
      proxies: 2,
      holdMinutes: 1430,
    });
    expect(() => readConfig({ TRUST_PROXY: 'on' })).toThrow('such as 1');
  });

  it('are all described in .env.example and in the README', () => {
    const folder = new URL('.', import.meta.url);
    const files = readdirSync(folder).filter((name) => /^config[a-z-]*\.ts$/.test(name));
    const source = files.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
    const names = new Set(source.match(/(?<=env\.|')[A-Z][A-Z_]{3,}(?=\b)/g));
    expect(names.size).toBeGreaterThan(15);
    for (const file of ['../../.env.example', '../../README.md']) {
      const text = readFileSync(new URL(file, import.meta.url), 'utf8');
      expect([...names].filter((name) => !text.includes(name))).toEqual([]);
    }
  });
});

describe('the mode of Foyer', () => {
  it('is production only when FOYER_ENV or NODE_ENV says so', () => {
    expect(readConfig(production).production).toBe(true);
    expect(readConfig({ ...production, FOYER_ENV: '', NODE_ENV: 'production' }).production).toBe(true);
    expect(readConfig({ FOYER_ENV: 'development', NODE_ENV: 'production' }).production).toBe(false);
    expect(readConfig({ NODE_ENV: 'test' }).production).toBe(false);
  });

  it.each([{}, { NODE_ENV: 'Production' }, { NODE_ENV: 'prod' }, { FOYER_ENV: 'development' }])(
    'cannot be development at a public URL, where the demo world would be open to everybody: %o',
    (env) => {
      expect(readRefusal({ ...env, PUBLIC_URL: publicUrl })).toMatch(/FOYER_ENV=production.*PUBLIC_URL/);
    },
  );

  it.each([
    'http://localhost:3000',
    'https://foyer.localhost',
    'http://127.0.0.1:3000',
    'http://127.8.9.10',
    'http://[::1]:3000',
  ])('may be development at %s, which only this computer reaches', (address) => {
    expect(readConfig({ PUBLIC_URL: address })).toMatchObject({ demo: true, devPages: true });
  });

  it.each([
    'http://localhost.example.org',
    'http://notlocalhost',
    'http://127.0.0.1.example.org',
    'http://localhost@example.org',
    'http://192.168.1.5:3000',
    'http://0.0.0.0:3000',
    'http://[::]:3000',
    'http://[2001:db8::1]',
  ])('cannot be development at %s, which other computers may reach', (address) => {
    expect(readRefusal({ PUBLIC_URL: address })).toMatch('PUBLIC_URL');
  });

  it.each(['0.0.0.0', '::', '192.168.1.5', 'example.org'])(
    'allows no demo world and no development pages when HOST is %s',
    (HOST) => {
      expect(readConfig({ HOST, FOYER_DEMO: 'on' })).toMatchObject({ demo: false, devPages: false });
    },
  );
});

describe('production', () => {
  it('accepts test cards at a public URL only when ALLOW_TEST_CARDS says so', () => {
    expect(readRefusal({ ...production, ALLOW_TEST_CARDS: '' })).toMatch(
      /PAYMENTS=stripe.*ALLOW_TEST_CARDS=on/,
    );
    expect(readConfig(production).payments).toBe('sandbox');
    const trial = { ...production, ALLOW_TEST_CARDS: '', PUBLIC_URL: 'https://localhost' };
    expect(readConfig(trial).payments).toBe('sandbox');
  });

  it('requires a session secret, a public URL, a choice of payments, and rate limits', () => {
    for (const name of ['SESSION_SECRET', 'PUBLIC_URL'] as const) {
      expect(readRefusal({ ...production, [name]: '' })).toMatch(`${name} is missing`);
    }
    expect(readRefusal({ ...production, PAYMENTS: '' })).toMatch('STRIPE_SECRET_KEY');
    expect(readRefusal({ ...production, FOYER_RATE_LIMITS: 'off' })).toMatch('FOYER_RATE_LIMITS');
    expect(readConfig({ ...production, PUBLIC_URL: `${publicUrl}/`, FOYER_DEMO: 'on' })).toMatchObject({
      payments: 'sandbox',
      publicUrl,
      demo: false,
      devPages: false,
      host: '0.0.0.0',
      passwordMinLength: 8,
    });
  });

  it('has no demo world and no development pages, even when it serves only this computer', () => {
    const home = { ...production, HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000' };
    expect(readConfig({ ...home, FOYER_DEMO: 'on' })).toMatchObject({ demo: false, devPages: false });
  });

  it.each([
    ['is shorter than 32 characters', secret.slice(1)],
    ['is one letter, 32 times', 'x'.repeat(32)],
    ['is 64 letters, most of them the same', `${'0'.repeat(58)}123456`],
    ['repeats a short text', 'password1234'.repeat(3)],
    ['repeats eight characters', 'abcdefgh'.repeat(4)],
    ['repeats half of itself', '0123456789abcdef'.repeat(2)],
  ])('refuses a SESSION_SECRET and a METRICS_TOKEN that %s', (_, text) => {
    expect(readRefusal({ ...production, SESSION_SECRET: text })).toMatch(
      /SESSION_SECRET .*32 random characters/,
    );
    expect(readRefusal({ ...production, METRICS: 'on', METRICS_TOKEN: text })).toMatch(
      /METRICS_TOKEN .*32 random characters/,
    );
  });

  it('requires https for the public URL, except on this computer', () => {
    const insecure = { ...production, PUBLIC_URL: 'http://events.example.org' };
    expect(readRefusal(insecure)).toMatch(/PUBLIC_URL.*https:\/\/events\.example\.org/);
    expect(readConfig({ ...production, PUBLIC_URL: 'http://localhost:3000' }).production).toBe(true);
  });
});

describe('the setting CORS_ORIGINS', () => {
  it('accepts origins as people type them, and converts them to the form that browsers send', () => {
    const { corsOrigins } = readConfig({
      CORS_ORIGINS: 'https://Tickets.example.org:443/, http://localhost:5173,,https://other.example.org:8443',
    });
    expect(corsOrigins).toEqual([
      'https://tickets.example.org',
      'http://localhost:5173',
      'https://other.example.org:8443',
    ]);
    expect(readConfig({}).corsOrigins).toEqual([]);
  });

  it.each([
    '*',
    'https://*',
    'https://*.example.org',
    'null',
    'other.example.org',
    'https://other.example.org/app',
    'https://me@other.example.org',
    'ftp://other.example.org',
    'http://other.example.org',
  ])('refuses the origin %s in development and in production', (entry) => {
    for (const env of [{}, production]) {
      expect(readRefusal({ ...env, CORS_ORIGINS: `https://tickets.example.org,${entry}` })).toMatch(
        'CORS_ORIGINS',
      );
    }
  });
});
