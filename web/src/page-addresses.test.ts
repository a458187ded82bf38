import { describe, expect, it } from 'vitest';
import { findCanonicalAddress, hasPage, type RenderOptions } from './entry-server.tsx';

const options: RenderOptions = {
  origin: 'https://foyer.example',
  fetch: () => Promise.reject(new Error('No data is needed')),
  assets: { scripts: [], styles: [], preloads: [] },
  coldStartNotice: 'off',
  supportContact: null,
  passwordMinLength: 6,
};

describe('the canonical address of a page', () => {
  it.each([
    ['/?gclid=1', '/'],
    ['/events?utm_source=mail&fbclid=1', '/events'],
    ['/events?page=1&q=caf%C3%A9+x&fbclid=1', '/events?q=caf%C3%A9+x'],
    ['/events/calendar?month=2026-12&x=1', '/events/calendar?month=2026-12'],
    ['/events/7-jazz?fbclid=1', '/events/7-jazz'],
    ['/events/7/checkout?tickets=1x2&fbclid=1', '/events/7/checkout?tickets=1x2'],
    ['/teams/1-quayside?page=2&x=3', '/teams/1-quayside?page=2'],
    ['/support?x', '/support'],
    ['/events/7-%zz', '/events/7-%zz'],
  ])('leaves out what the page does not know: %s', (url, canonical) => {
    expect(findCanonicalAddress(url, options)).toBe(canonical);
  });
});

describe('the address of a page', () => {
  it.each(['/', '/auth/login?next=%2Fprofile', '/events/', '/events/7-jazz/checkout', '/events/no-number'])(
    'is known: %s',
    (url) => {
      expect(hasPage(url, options)).toBe(true);
    },
  );

  it.each(['/nowhere', '/nowhere/', '/events/7/nowhere', '/auth', '/auth/login/nowhere', '/%25zz'])(
    'is unknown: %s',
    (url) => {
      expect(hasPage(url, options)).toBe(false);
    },
  );
});
