import fc from 'fast-check';

export const badHeader = fc.constantFrom<[string, string]>(
  ['content-type', 'text/plain'],
  ['content-type', 'application/xml'],
  ['content-type', 'application/x-www-form-urlencoded'],
  ['content-type', 'multipart/form-data'],
  ['content-type', 'multipart/form-data; boundary='],
  ['content-type', `multipart/form-data; boundary=${'b'.repeat(500)}`],
  ['content-type', 'multipart/mixed; boundary=edge'],
  ['content-type', 'application/json; charset=utf-16'],
  ['content-type', 'application/json, text/plain'],
  ['content-type', 'APPLICATION/JSON'],
  ['content-type', 'application/ld+json'],
  ['content-type', 'image/png'],
  ['content-type', ''],
  ['content-type', ';;;'],
  ['content-type', 'a'.repeat(5_000)],
  ['content-length', '0'],
  ['content-length', '-1'],
  ['content-length', '5'],
  ['content-length', '99999999'],
  ['content-length', 'many'],
  ['content-encoding', 'gzip'],
  ['accept', 'text/html'],
  ['accept-encoding', 'identity;q=0, *;q=0'],
  ['if-none-match', '*'],
  ['range', 'bytes=0-0'],
  ['host', 'evil.example'],
  ['origin', 'null'],
  ['x-forwarded-for', "1.2.3.4, ' or 1=1"],
  ['x-forwarded-host', 'evil.example'],
  ['x-http-method-override', 'DELETE'],
  ['cookie', 'a=b; '.repeat(500)],
  ['stripe-signature', 't=1,v1=00'],
  ['stripe-signature', 't=,v1=\u00e9'],
  ['transfer-encoding', 'chunked'],
);

const noTokens = ['', 'Bearer', 'Bearer ', 'Bearer null', 'Bearer undefined', 'Bearer a.b.c', 'Bearer ..'];
const spoiled = ['{token}', 'Basic {token}', 'Bearer {token}x', 'Bearer  {token}', 'Bearer {token} {token}'];
const strange = ['Bearer,{token}', 'Bearer {unsigned}', 'Bearer \u0000', 'Bearer \u00e9', "Bearer ' or 1=1"];
const long = [`Bearer ${'a'.repeat(20_000)}`, `Bearer ${'a.'.repeat(2_000)}`];

/**
 * Wrong values for the Authorization header. `{token}` is replaced by the access token of the caller, and `{unsigned}`
 * by a token with the same claims but no signature.
 */
export const badAuthorization = fc.constantFrom(...noTokens, ...spoiled, ...strange, ...long);
