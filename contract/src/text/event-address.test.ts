import { describe, expect, it } from 'vitest';
import { readEventName, writeEventName, writeEventPath, writeSlug } from './event-address.ts';

describe('the readable name of an event', () => {
  it.each([
    ['Summer Jazz', 'summer-jazz'],
    ['  Rock ’n’ Roll -- the 80s!  ', 'rock-n-roll-the-80s'],
    ['Zażółć gęślą jaźń w Łodzi', 'zazolc-gesla-jazn-w-lodzi'],
    ['Smørrebrød, Straße & Æther', 'smorrebrod-strasse-aether'],
    ['İstanbul ışıkları', 'istanbul-isiklari'],
    ['Ｆｕｌｌ ｗｉｄｔｈ ﬁlm', 'full-width-film'],
    ['東京 Jazz 2030', 'jazz-2030'],
    ['موسيقى', ''],
    ['🎷🎺', ''],
    ['"><script>alert(1)</script>', 'script-alert-1-script'],
    ['../../etc/passwd\r\nX-Header: 1', 'etc-passwd-x-header-1'],
    ['so\u00adft hy\u200bphen', 'soft-hyphen'],
    ['%2e%2e/?#&key=abc', '2e-2e-key-abc'],
  ])('of the title %j is %j', (title, slug) => {
    expect(writeSlug(title)).toBe(slug);
  });

  it('has at most 60 characters, and ends with a whole word where it can', () => {
    const words = writeSlug('An evening of words that goes on and on until nobody can remember how it began');
    expect(words).toBe('an-evening-of-words-that-goes-on-and-on-until-nobody-can');
    expect(writeSlug('x'.repeat(200))).toBe('x'.repeat(60));
    expect(writeSlug(`${'x'.repeat(60)} y`)).toBe('x'.repeat(60));
  });
});

describe('the address of an event', () => {
  it('has the number and the name, but only the number when there is no name to write', () => {
    expect(writeEventPath({ id: 42, title: 'Summer Jazz' })).toBe('/events/42-summer-jazz');
    expect(writeEventPath({ id: 42, title: '東京' })).toBe('/events/42');
    expect(writeEventPath({ id: 42 })).toBe('/events/42');
  });

  it('does not name a private event', () => {
    const key = 'pR4vJ0c5mZ2k7VwN8rTb1g';
    expect(writeEventName({ id: 42, title: 'Secret supper', key })).toBe('42');
    expect(writeEventPath({ id: 42, title: 'Secret supper', key })).toBe(`/events/42?key=${key}`);
    // Members of the team and people with a ticket open the event without its key.
    expect(writeEventName({ id: 42, title: 'Secret supper', is_public: false })).toBe('42');
  });

  it.each([
    ['42', 42],
    ['42-summer-jazz', 42],
    ['42-', 42],
    ['42-%00-9', 42],
    ['042', null],
    ['0', null],
    ['42summer', null],
    ['summer-42', null],
    ['', null],
    ['1234567890123456', null],
  ])('means the event with the number before the first hyphen: %j', (name, id) => {
    expect(readEventName(name)).toBe(id);
  });
});
