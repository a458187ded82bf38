import fc from 'fast-check';
import { badText, strangeName } from './malformed-requests-values.ts';

const escaped = (text: fc.Arbitrary<string>) => text.map((value) => encodeURIComponent(value.toWellFormed()));

const pathNumbers = [
  '0',
  '-1',
  '1e9',
  '99999999999999999999',
  '1.5',
  '%2b1',
  '0x10',
  '999999999999999',
  '9999999999',
];
const pathBytes = [
  '%00',
  '1%00',
  '%0a',
  '%20',
  '1%20',
  '%',
  '%zz',
  '%ED%A0%80',
  '%C0%AF',
  '%D9%A3',
  '%F0%9F%8E%89',
];
const pathDots = ['', '.', '..', '..%2f..', '%2e%2e', '%5c', "1'--", '1;2', '1,2', '%3Cscript%3E'];
const pathWords = ['null', 'undefined', 'NaN', '[]', '{}', '__proto__', 'constructor'];
const pathLengths = [`cs_${'a'.repeat(200)}`, '9'.repeat(40), 'a'.repeat(280), 'a'.repeat(5_000)];

export const badPathPart = fc.oneof(
  fc.constantFrom(...pathNumbers, ...pathBytes, ...pathDots, ...pathWords, ...pathLengths),
  escaped(badText.map((text) => text.slice(0, 200))),
);

const queryValues = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '999999999',
  '9999999999',
  '%00',
  '%',
  '%ff',
  '+',
  '',
  '9'.repeat(30),
];
const queryScraps = ['?', '&&&=', '=', 'a', '%', 'limit[]=1', 'limit[a]=1', 'page=1#', 'a=1&'.repeat(500)];
const queryTraps = [
  '__proto__[polluted]=1',
  'constructor.prototype.polluted=1',
  '__proto__=1',
  'constructor=1',
];

/** Already URL-encoded. `names` are the query parameters of the endpoint. */
export function badQuery(names: readonly string[]): fc.Arbitrary<string> {
  const usual = names.length > 0 ? names : ['limit', 'page', 'q'];
  const name = fc.oneof(
    { arbitrary: fc.constantFrom(...usual), weight: 4 },
    { arbitrary: escaped(strangeName), weight: 1 },
  );
  const value = fc.oneof(
    { arbitrary: escaped(badText.map((text) => text.slice(0, 2_000))), weight: 2 },
    { arbitrary: fc.constantFrom(...queryValues), weight: 1 },
  );
  const pair = fc.tuple(name, value).map(([left, right]) => `${left}=${right}`);
  return fc.oneof(
    { arbitrary: pair, weight: 6 },
    { arbitrary: fc.tuple(pair, pair).map((pairs) => pairs.join('&')), weight: 2 },
    { arbitrary: name.map((one) => `${one}=1&${one}=2`), weight: 1 },
    { arbitrary: fc.constantFrom(...queryScraps, ...queryTraps), weight: 2 },
  );
}
