import { brotliDecompressSync } from 'node:zlib';
import type { ApiDocument } from '@foyer/contract/openapi/openapi.ts';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { startTestApp, type TestApp } from './app.ts';

/** Routes under /api that the document leaves out, because they are no part of the API. */
const undescribed = [
  'GET /api',
  'GET /api/docs',
  'GET /api/docs/start.js',
  'GET /api/docs/viewer.js',
  'GET /api/health',
  'GET /api/openapi.json',
  'GET /api/ready',
];

let app: TestApp;
let document: ApiDocument;

beforeAll(async () => {
  app = await startTestApp();
  document = (await app.send<ApiDocument>('GET', '/api/openapi.json')).body;
});

afterAll(() => app.close());

/** Leaves out HEAD, which the router adds to each GET. */
function listServed(): string[] {
  const above: string[] = [];
  return app.app
    .printRoutes({ commonPrefix: false })
    .trimEnd()
    .split('\n')
    .flatMap((line) => {
      const [, indent, part, methods] = /^([│ ]*)[├└]── (\S+)(?: \((.+)\))?$/.exec(line) ?? [];
      if (indent === undefined || part === undefined) throw new Error(`Not a line of routes: ${line}`);
      above.length = indent.length / 4;
      above.push(part);
      return (methods?.split(', ') ?? []).map((method) => `${method} ${above.join('')}`);
    })
    .filter((route) => !route.startsWith('HEAD '));
}

/**
 * Replaces each path parameter, written as `:id` by the router and as `{id}` in the document, with `:`. The router
 * prints the same name for all parameters at one place, so the names cannot be compared.
 */
function withoutNames(route: string): string {
  return route.replace(/[:{][^/]+/g, ':');
}

function listDescribed() {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => ({ method: method.toUpperCase(), path })),
  );
}

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator();
    expect(await validator.validate({ ...document })).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it('describes every route of the API', () => {
    const described = listDescribed().map(({ method, path }) => withoutNames(`${method} /api${path}`));
    const known = new Set([...described, ...undescribed]);
    const served = listServed().filter((route) => /^[A-Z]+ \/api(\/|$)/.test(route));
    expect(served).toEqual(expect.arrayContaining(undescribed));
    expect(served.map(withoutNames).filter((route) => !known.has(route))).toEqual([]);
  });

  it('describes no route that does not exist', () => {
    const missing = listDescribed().filter(
      ({ method, path }) => !app.app.hasRoute({ method, url: `/api${path.replace(/\{(\w+)\}/g, ':$1')}` }),
    );
    expect(missing).toEqual([]);
  });

  it('states the version of the API and may be cached for five minutes', async () => {
    expect((await app.send('GET', '/api')).body).toEqual({
      name: 'Foyer',
      version: packageJson.version,
      documentation: 'http://foyer.localhost/api/docs',
    });
    expect(document).toMatchObject({
      info: { version: packageJson.version },
      servers: [{ url: 'http://foyer.localhost/api' }],
    });
    const { headers } = await app.send('GET', '/api/openapi.json');
    expect(headers['cache-control']).toBe('public, max-age=300');
  });
});

describe('the documentation page', () => {
  it('runs only script files of this server and loads nothing from other hosts', async () => {
    const { status, headers, body } = await app.send<string>('GET', '/api/docs');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "connect-src 'self'"]),
    );
    expect(policy.join()).not.toMatch(/https?:|\*|unsafe-eval/);
    expect(body).not.toMatch(/https?:/);
    const scripts = [...body.matchAll(/<script[^>]*>/g)].map(
      ([tag]) => / src="([^"]+)"/.exec(tag)?.[1] ?? '',
    );
    expect(scripts).toEqual(['/api/docs/viewer.js', '/api/docs/start.js']);
    for (const script of scripts) {
      const answer = await app.send('GET', script);
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.headers['content-type']).toBe('text/javascript; charset=utf-8');
    }
  });

  it('shows Foyer’s OpenAPI document, and switches off features that call other hosts', async () => {
    const { body } = await app.send<string>('GET', '/api/docs/start.js');
    const options: unknown = JSON.parse(
      /^Scalar\.createApiReference\('#app', (.+)\);$/.exec(body)?.[1] ?? '',
    );
    expect(options).toMatchObject({
      url: '/api/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      agent: { disabled: true },
      mcp: { disabled: true },
      hideClientButton: true,
      showDeveloperTools: 'never',
    });
    expect(body).not.toMatch(/https?:|proxy/);
  });

  it('loads its viewer script compressed when the browser accepts compression', async () => {
    const plain = await app.app.inject({ url: '/api/docs/viewer.js' });
    const packed = await app.app.inject({
      url: '/api/docs/viewer.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
    expect(brotliDecompressSync(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
  });
});
