import { describe, expect, it } from 'vitest';
import { writeDescriptionHtml } from './formatted-description.ts';
import { plainDescription } from './plain-description.ts';

describe('a formatted description', () => {
  it('has headings, lists, bold, italics and links', () => {
    const text = [
      '# The evening',
      'Two sets, **no support**, and *one* interval.',
      '## Bring',
      '- a coat',
      '- [tea](https://example.org/tea?a=1&b=2)',
      '',
      '1. Come',
      '2. Sing',
    ].join('\n');
    expect(writeDescriptionHtml(text)).toBe(
      [
        '<h3>The evening</h3>',
        '<p>Two sets, <strong>no support</strong>, and <em>one</em> interval.</p>',
        '<h4>Bring</h4>',
        '<ul>',
        '<li>a coat</li>',
        '<li><a href="https://example.org/tea?a=1&amp;b=2" rel="nofollow noopener">tea</a></li>',
        '</ul>',
        '<ol>',
        '<li>Come</li>',
        '<li>Sing</li>',
        '</ol>',
        '',
      ].join('\n'),
    );
  });

  it('keeps the line breaks and the signs of a plain description', () => {
    const text = 'Doors at 7.\nFive * two < 11 & snake_case_words.\n\nSee you "there"!';
    expect(writeDescriptionHtml(text)).toBe(
      '<p>Doors at 7.<br>\nFive * two &lt; 11 &amp; snake_case_words.</p>\n<p>See you &quot;there&quot;!</p>\n',
    );
    expect(plainDescription(text)).toBe(text);
  });

  it('keeps stars within words, and the signs behind a backslash', () => {
    const text = 'Size 10*20*30 cm, f**k and s**t, \\*us\\* and \\[them\\]';
    expect(writeDescriptionHtml(text)).toBe('<p>Size 10*20*30 cm, f**k and s**t, *us* and [them]</p>\n');
    expect(plainDescription(text)).toBe('Size 10*20*30 cm, f**k and s**t, *us* and [them]');
  });

  it.each(['- - - - - - - - - -', '* * *', '-----', '_____'])(
    'shows the divider %j as a line, and what follows it',
    (divider) => {
      expect(writeDescriptionHtml(`Before\n\n${divider}\n\nAfter: doors at 7`)).toBe(
        '<p>Before</p>\n<hr>\n<p>After: doors at 7</p>\n',
      );
    },
  );

  it('loses no word of a list in lists', () => {
    const levels = Array.from({ length: 12 }, (_, level) => `${'  '.repeat(level)}- level ${level}`);
    const html = writeDescriptionHtml([...levels, '', 'After'].join('\n'));
    for (const [level] of levels.entries()) expect(html).toContain(`level ${level}`);
    expect(html).toContain('<p>After</p>');
  });

  it('begins with h3 and skips no level', () => {
    expect(writeDescriptionHtml('### One\n###### Two\n### Three')).toBe(
      '<h3>One</h3>\n<h4>Two</h4>\n<h3>Three</h3>\n',
    );
  });

  it('links a written web address, but no words that only look like one', () => {
    expect(writeDescriptionHtml('https://example.org/a')).toBe(
      '<p><a href="https://example.org/a" rel="nofollow noopener">https://example.org/a</a></p>\n',
    );
    expect(writeDescriptionHtml('Bring food.Everyone shares, ftp://example.org //example.org')).not.toContain(
      '<a',
    );
  });

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '<a href="javascript:alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '[x](JaVaScRiPt:alert(1))',
    '[x](java\nscript:alert(1))',
    '[x](&#106;avascript:alert(1))',
    '[x](data:text/html;base64,PHNjcmlwdD4=)',
    '[x](vbscript:msgbox(1))',
    '[x](/admin)',
    '[x](//example.org)',
    '![x](https://example.org/pixel.png)',
    '[x](https://example.org/"onmouseover="alert(1))',
    '[x](https://example.org "title\\" onclick=alert(1)")',
    '[<img src=x onerror=alert(1)>](https://example.org)',
    '<https://example.org/><svg onload=alert(1)>',
    '# <iframe src=https://example.org>',
    '- <style>*{}</style>',
    '`<b>`\n\n    <b>indented</b>\n\n```\n<b>\n```',
    '[a]: javascript:alert(1)\n\n[a]',
  ])('is safe: %j', (text) => {
    const html = writeDescriptionHtml(text);
    const tags = html.match(/<[^>]*>/g) ?? [];
    const safe =
      /^<(?:\/?(?:p|h[3-6]|ul|ol|li|strong|em)|br|\/a|ol start="\d+"|a href="(?:https?:\/\/|mailto:)[^"<>]*" rel="nofollow noopener")>$/;
    expect(tags.filter((tag) => !safe.test(tag))).toEqual([]);
  });

  it.each([
    '['.repeat(20_000),
    '*a '.repeat(6_000),
    '**_'.repeat(6_000),
    '- '.repeat(10_000),
    '[x]('.repeat(5_000),
    `${'> '.repeat(10_000)}x`,
    '1. - '.repeat(4_000),
    'https://'.repeat(2_500),
    `[${'a'.repeat(9_000)}](https://${'b'.repeat(9_000)}`,
    '_a_'.repeat(6_000),
    '# \n'.repeat(6_000),
  ])('takes no time that grows with the square of the text (%#)', (text) => {
    // Most take a few milliseconds. Otherwise the test would run out of time.
    expect(writeDescriptionHtml(text)).not.toBe('');
    expect(plainDescription(text).length).toBeLessThanOrEqual(text.length);
  });

  it('nests only so deep', () => {
    const html = writeDescriptionHtml(`${'- '.repeat(5_000)}deep`);
    expect((html.match(/<ul>/g) ?? []).length).toBeLessThan(60);
  });
});

describe('a description without its marks', () => {
  it.each([
    ['# The evening\nTwo **sets**', 'The evening\nTwo sets'],
    ['- a coat\n* some tea', '• a coat\n• some tea'],
    ['Read [our rules](https://example.org/rules) first', 'Read our rules first'],
    ['*One* and _two_ and __three__', 'One and two and three'],
    ['5 * 3 * 2, a_b_c, 2 ** 3 ** 4', '5 * 3 * 2, a_b_c, 2 ** 3 ** 4'],
    ['[x](javascript:alert(1))', '[x](javascript:alert(1))'],
    ['#hashtag', '#hashtag'],
    ['(**Bold**), *one*, *two*!', '(Bold), one, two!'],
    ['\\# no heading\n\\- no list\n\\\\ and C:\\temp', '# no heading\n- no list\n\\ and C:\\temp'],
  ])('%j is %j', (formatted, plain) => {
    expect(plainDescription(formatted)).toBe(plain);
  });
});
