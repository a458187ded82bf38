import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

describe('settings', () => {
  it('all have a default outside production', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      payments: 'sandbox',
      holdMinutes: 30,
      demo: true,
      role: 'all',
      timeZone: 'Europe/London',
      coldStartNotice: 'auto',
    });
  });

  it.each([
    { PORT: 'http' },
    { DATABASE_URL: 'mysql://localhost' },
    { FOYER_ROLE: 'boss' },
    { FOYER_DEMO: 'maybe' },
    { TIME_ZONE: 'Europe/Atlantis' },
    { PAYMENTS: 'stripe', STRIPE_SECRET_KEY: '' },
    { SESSION_SECRET: 'short' },
    { LOG_LEVEL: 'loud' },
    { COLD_START_NOTICE: 'sometimes' },
    { TRUST_PROXY: 'on' },
    { HOLD_MINUTES: '1431' },
  ])('stop Foyer with a message that names the wrong setting: %o', (env) => {
    const name = env.PAYMENTS ? 'STRIPE_SECRET_KEY' : Object.keys(env)[0];
    expect(() => readConfig(env)).toThrow(ConfigError);
    expect(() => readConfig(env)).toThrow(String(name));
  });

  it('accept a number of proxies, and a hold as long as the payment provider allows', () => {
    expect(readConfig({}).proxies).toBe(0);
    expect(readConfig({ TRUST_PROXY: '2', HOLD_MINUTES: '1430' })).toMatchObject({
      proxies: 2,
      holdMinutes: 1430,
    });
    expect(() => readConfig({ TRUST_PROXY: 'on' })).toThrow('such as 1');
  });

  it('in production require a secret, a public address, a choice of payments, and rate limits', () => {
    const address = { NODE_ENV: 'production', PUBLIC_URL: 'https://events.example.org/' };
    const secret = { ...address, SESSION_SECRET: 'x'.repeat(32) };
    expect(() => readConfig({ ...address, PAYMENTS: 'sandbox' })).toThrow('SESSION_SECRET');
    expect(() => readConfig({ ...secret, PUBLIC_URL: '', PAYMENTS: 'sandbox' })).toThrow('PUBLIC_URL');
    expect(() => readConfig(secret)).toThrow('STRIPE_SECRET_KEY');
    expect(() => readConfig({ ...secret, PAYMENTS: 'sandbox', FOYER_RATE_LIMITS: 'off' })).toThrow(
      'FOYER_RATE_LIMITS',
    );
    expect(readConfig({ ...secret, PAYMENTS: 'sandbox', FOYER_DEMO: 'on' })).toMatchObject({
      payments: 'sandbox',
      publicUrl: 'https://events.example.org',
      demo: false,
      host: '0.0.0.0',
    });
  });

  it('are all described in .env.example and in the README', () => {
    const source = readFileSync(new URL('config.ts', import.meta.url), 'utf8');
    const names = new Set(source.match(/(?<=env\.|')[A-Z][A-Z_]{3,}(?=\b)/g));
    names.delete('NODE_ENV');
    expect(names.size).toBeGreaterThan(15);
    for (const file of ['../../.env.example', '../../README.md']) {
      const text = readFileSync(new URL(file, import.meta.url), 'utf8');
      expect([...names].filter((name) => !text.includes(name))).toEqual([]);
    }
  });
});
