import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { startTestApp, type TestApp } from './app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

async function askSite(publicUrl: string, HSTS = '') {
  const site = await buildApp({
    ...app.deps,
    publicUrl,
    config: { ...app.deps.config, ...readConfig({ HSTS }) },
  });
  const { headers } = await site.inject('/api/health');
  await site.close();
  return headers;
}

const year = 'max-age=31536000';

describe('the headers for browsers', () => {
  it('allow the camera to our own pages only, and switch off browser features that no page uses', async () => {
    for (const url of ['/api/health', '/api/nowhere', '/api/docs']) {
      const policy = String((await app.send('GET', url)).headers['permissions-policy']);
      expect(policy).toContain('camera=(self)');
      for (const feature of ['microphone', 'geolocation', 'payment', 'usb', 'display-capture']) {
        expect(policy).toContain(`${feature}=()`);
      }
    }
  });

  it('keep other sites from controlling our windows and from reading our responses', async () => {
    const { headers } = await app.send('GET', '/api/health');
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'x-frame-options': 'SAMEORIGIN',
    });
  });

  it('make browsers use only https unless HSTS is off, and also for subdomains if HSTS says so', async () => {
    const address = 'https://events.example.org';
    expect((await askSite(address))['strict-transport-security']).toBe(year);
    expect((await askSite(address, 'subdomains'))['strict-transport-security']).toBe(
      `${year}; includeSubDomains`,
    );
    expect((await askSite(address, 'off'))['strict-transport-security']).toBeUndefined();
  });

  it('contain no rule about https on a site without https', async () => {
    expect((await askSite('http://foyer.test', 'subdomains'))['strict-transport-security']).toBeUndefined();
  });
});
