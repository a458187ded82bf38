import fc from 'fast-check';

const controls = [
  '',
  ' ',
  '\t',
  '\r\nSet-Cookie: a=b',
  '\u0000',
  'a\u0000b',
  'a\u0007b',
  '\u001b[31m',
  '\u0085',
];
const letters = [
  '\ud800',
  'a\udc00b',
  '\ufeff',
  '\u202eabc',
  '\u200b',
  'İstanbul',
  'ﬃ',
  '٣',
  '👩‍👩‍👧',
  'e\u0301',
];
const sql = ["' or '1'='1", "'; drop table users; --", '%', '_%_', '\\', "\\'", '$1', '?', '1) or (1=1'];
const markup = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{7*7}}',
  '${7*7}',
  '&lt;',
  ']]>',
];
const places = [
  '../../etc/passwd',
  'javascript:alert(1)',
  'http://',
  'http://[::1',
  'https://a/\u0000',
  'http://a b',
];
const words = [
  'NaN',
  'Infinity',
  '-0',
  '1e309',
  '0x1f',
  'null',
  'undefined',
  'true',
  '[]',
  '__proto__',
  'constructor',
];
const times = [
  '2030-02-30T10:00:00Z',
  '9999-12-31T23:59:59-01:00',
  '+275760-09-13T00:00:00Z',
  '2030-01-01',
  '0',
];
const emails = [
  'a@b',
  'a@b.c\u0000',
  `${'a'.repeat(300)}@example.org`,
  'a@example.org\r\nBcc: b@example.org',
  '"@"@"',
];
const lengths = [
  'cs_',
  `cs_${'a'.repeat(300)}`,
  'a'.repeat(201),
  '9'.repeat(400),
  '😀'.repeat(3_000),
  'x'.repeat(70_000),
];

export const badText = fc.oneof(
  {
    arbitrary: fc.constantFrom(
      ...controls,
      ...letters,
      ...sql,
      ...markup,
      ...places,
      ...words,
      ...times,
      ...emails,
      ...lengths,
    ),
    weight: 3,
  },
  // PostgreSQL cannot store a NUL, so Foyer must refuse NUL everywhere. So send NUL more often than other characters.
  { arbitrary: fc.constantFrom('\u0000', 'Nu\u0000l'), weight: 2 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 60 }), weight: 1 },
  { arbitrary: fc.string({ unit: 'grapheme', maxLength: 250, size: 'max' }), weight: 1 },
);

const fractions = [0.1, 0.29, 1.005, 1.5, 100_000.01, 5e-324, -0];
const bounds = [
  -1,
  0,
  1_000_001,
  2 ** 31 - 1,
  2 ** 31,
  2 ** 53,
  2 ** 53 + 2,
  2 ** 63,
  -(2 ** 63),
  1e20,
  1e308,
];
const badNumber = fc.oneof(
  fc.constantFrom(...fractions, ...bounds),
  fc.double({ noNaN: true }),
  fc.integer(),
);

function nest(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value };
  return value;
}

const traps = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'then',
  'toJSON',
  'length',
];

/**
 * An object with a property that is special in JavaScript, such as `__proto__`. A JSON parser can create such
 * an object.
 */
const trap = fc
  .constantFrom(...traps)
  .map((key) => Object.fromEntries([[key, { polluted: true, prototype: { polluted: true } }]]));

/** JSON values that most fields should refuse. */
export const badValue: fc.Arbitrary<unknown> = fc.oneof(
  { arbitrary: badText, weight: 4 },
  { arbitrary: badNumber, weight: 2 },
  { arbitrary: fc.constantFrom(null, true, false, [], {}, [null], [[]], nest(40), nest(800)), weight: 2 },
  { arbitrary: trap, weight: 1 },
  { arbitrary: fc.jsonValue({ maxDepth: 3 }), weight: 1 },
);

/** Field names that most endpoints do not have. */
export const strangeName = fc.oneof(
  fc.constantFrom(...traps, 'id', 'is_site_admin', 'password_hash', ''),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const halfJson = [
  '{',
  '[',
  '"',
  '{"a":',
  '{"a":1,}',
  "{'a':1}",
  '{"a":01}',
  '{"a":NaN}',
  '\ufeff{}',
  '{}{}',
  ' ',
];
const otherJson = ['null', '1', '"text"', '[]', 'true', '{"a":1e999}', '{"id":1,"id":2}', '{"a":"\\ud800"}'];
const rawControls = ['\u0000', '{"a":"\u0000"}', '{"a":"\\u00"}', '{"title":"a\nb"}'];
const pollution = ['{"__proto__":{"polluted":true}}', '{"constructor":{"prototype":{"polluted":true}}}'];
const depths = ['['.repeat(50_000) + ']'.repeat(50_000), '{"a":'.repeat(20_000)];
const sizes = [`{"id":${'9'.repeat(5_000)}}`, `{"title":"${'x'.repeat(1_100_000)}"}`];

/** Raw bodies that are not JSON, or that are unusual, deep or large JSON. */
export const badBytes = fc.oneof(
  fc.constantFrom(...halfJson, ...otherJson, ...rawControls, ...pollution, ...depths, ...sizes),
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc.constant(Buffer.from('{"title":"\xff\xfe","username":"\xc3\x28"}', 'latin1')),
);
