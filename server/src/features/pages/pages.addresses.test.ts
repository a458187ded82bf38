import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/app.ts';
import { buildApp } from '../../app.ts';

let api: TestApp;
let site: FastifyInstance;
let clientFolder: string;

/** Stands in for the web's page renderer. */
const renderer = {
  hasPage: (url: string) => /^\/(auth\/login|events\/7\/checkout)/.test(url),
  findCanonicalAddress: (url: string) => url,
  render: async (url: string) => ({ status: 404, html: `<h1>page of ${url}</h1>` }),
};

beforeAll(async () => {
  api = await startTestApp();
  clientFolder = await mkdtemp(join(tmpdir(), 'foyer-addresses-'));
  const assets = { scripts: [], styles: [], preloads: [] };
  site = await buildApp(api.deps, { web: { clientFolder, assets, renderer, inlineScript: '' } });
});

afterAll(async () => {
  await site.close();
  await api.close();
  await rm(clientFolder, { recursive: true });
});

describe('a web address that cannot be decoded', () => {
  it.each([
    ['/%zz', '/%25zz'],
    ['/events/%E0%A4%A', '/events/%25E0%25A4%25A'],
    ['/%?q=100%', '/%25?q=100%'],
    [`/${'9'.repeat(400)}%`, `/${'9'.repeat(400)}%25`],
  ])('gets the not-found page: %s', async (url, asked) => {
    const answer = await site.inject({ url, headers: { accept: 'text/html' } });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toBe(`<h1>page of ${asked}</h1>`);
  });

  it.each(['/api/%zz', '/api/events/%E0%A4%A', '/uploads/%', '/sandbox/%zz', '/dev/outbox/%'])(
    'gets a JSON error if it does not belong to a page: %s',
    async (url) => {
      const answer = await site.inject({ url, headers: { accept: 'text/html' } });
      expect(answer.statusCode).toBe(404);
      expect(answer.json()).toMatchObject({ status: 'error', code: 'route_not_found' });
    },
  );
});

describe('a form that a browser without scripts sends', () => {
  const send = (url: string, accept = 'text/html,application/xhtml+xml,*/*;q=0.8') =>
    site.inject({
      method: 'POST',
      url,
      headers: { accept, 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'username=ada&password=secret',
    });

  it.each(['/auth/login', '/events/7/checkout?tickets=3x1'])(
    'gets a page that says that JavaScript is needed: %s',
    async (url) => {
      const answer = await send(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.body).toContain('This form needs JavaScript');
      expect(answer.body).not.toContain('secret');
    },
  );

  it.each([
    ['/nowhere', '/nowhere'],
    ['/%zz', '/%25zz'],
  ])('gets the not-found page at an address that no page has: %s', async (url, asked) => {
    const answer = await send(url);
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toBe(`<h1>page of ${asked}</h1>`);
  });

  it.each([
    ['/auth/login', 'application/json'],
    ['/nowhere', 'application/json'],
    ['/api/nowhere', 'text/html'],
  ])('gets a JSON error at %s if it accepts %s', async (url, accept) => {
    expect((await send(url, accept)).json()).toMatchObject({ status: 'error', code: 'route_not_found' });
  });
});

describe('a web address that can be decoded', () => {
  it('is not changed before the page is rendered', async () => {
    for (const url of ['/caf%C3%A9', '/a%2Fb%25', '/events?q=50%25%zz']) {
      expect((await site.inject({ url })).body).toBe(`<h1>page of ${url}</h1>`);
    }
    expect((await site.inject({ url: '/api?%zz' })).json()).toMatchObject({ name: 'Foyer' });
  });
});
