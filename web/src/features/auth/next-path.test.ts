import { describe, expect, it } from 'vitest';
import { readNextPath } from './next-path.ts';

describe('the page to open after login', () => {
  it('is the requested page, with its query and hash', () => {
    expect(readNextPath('/events/7')).toBe('/events/7');
    expect(readNextPath('/payment/success?session_id=cs_1&a=b#top')).toBe(
      '/payment/success?session_id=cs_1&a=b#top',
    );
    expect(readNextPath('/events?category=Art%20%26%20Food')).toBe('/events?category=Art%20%26%20Food');
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '\\\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/events/..//evil.example',
    'javascript:alert(1)',
    'events',
    '',
  ])('cannot be %j, which is no page of this site', (asked) => {
    expect(readNextPath(asked)).toBeUndefined();
  });

  it('is never the login or sign-up page', () => {
    expect(readNextPath('/auth/login?next=/auth/login')).toBeUndefined();
    expect(readNextPath('/events/../auth/signup')).toBeUndefined();
  });

  it('is undefined if the address contains `next` twice or not at all', () => {
    expect(readNextPath(undefined)).toBeUndefined();
    expect(readNextPath(['/events'])).toBeUndefined();
  });
});
