import { readsSession, type EndpointSpec } from '@foyer/contract/endpoint.ts';
import fc from 'fast-check';
import { badPathPart, badQuery } from './malformed-requests-addresses.ts';
import { badAuthorization, badHeader } from './malformed-requests-headers.ts';
import {
  listFieldNames,
  pathParams,
  validFields,
  type Fields,
  type Known,
} from './malformed-requests-inputs.ts';
import { badBytes, badValue, strangeName } from './malformed-requests-values.ts';

export const callerNames = ['nobody', 'attendee', 'team admin', 'site admin'] as const;
export type CallerName = (typeof callerNames)[number];

export type Fault =
  | { kind: 'path'; name: string; part: string }
  | { kind: 'query'; text: string }
  | { kind: 'field'; name: string; value: unknown }
  | { kind: 'missing'; name: string }
  | { kind: 'extra'; name: string; value: unknown }
  | { kind: 'body'; value: unknown }
  | { kind: 'bytes'; bytes: string | Buffer }
  | { kind: 'cut'; share: number }
  | { kind: 'noise'; share: number; bytes: string }
  | { kind: 'files'; fields: string[] }
  | { kind: 'header'; header: [string, string] }
  | { kind: 'authorization'; value: string };

export interface Draft {
  caller: CallerName;
  params: Fields;
  query: Fields;
  headers: Fields;
  body: Fields | undefined;
  form: 'none' | 'without file' | 'picture' | 'no picture';
  faults: Fault[];
}

/**
 * How often each caller is chosen, for each kind of access to an endpoint. Callers with access come often, because the
 * endpoint's handler runs only for them.
 */
const callerWeights: Record<EndpointSpec['access'], Record<CallerName, number>> = {
  any: { nobody: 8, attendee: 8, 'team admin': 2, 'site admin': 2 },
  user: { nobody: 3, attendee: 11, 'team admin': 3, 'site admin': 3 },
  self: { nobody: 3, attendee: 11, 'team admin': 2, 'site admin': 4 },
  team: { nobody: 2, attendee: 6, 'team admin': 8, 'site admin': 4 },
  admin: { nobody: 2, attendee: 6, 'team admin': 2, 'site admin': 10 },
  provider: { nobody: 1, attendee: 1, 'team admin': 1, 'site admin': 1 },
};

function callersOf({ access }: EndpointSpec): fc.Arbitrary<CallerName> {
  const weights = callerWeights[access];
  return fc.oneof(...callerNames.map((name) => ({ arbitrary: fc.constant(name), weight: weights[name] })));
}

const form = fc.constantFrom<Draft['form']>('none', 'none', 'without file', 'picture', 'no picture');

export function malformedRequests(spec: EndpointSpec, known: Known): fc.Arbitrary<Draft> {
  return fc.record(
    {
      caller: callersOf(spec),
      params: validFields(spec.params, known),
      query: validFields(spec.query, known),
      headers: validFields(spec.headers, known),
      body: spec.body ? validFields(spec.body, known) : fc.constant(undefined),
      form: spec.file ? form : fc.constant<Draft['form']>('none'),
      faults: fc.array(oneFault(spec), { minLength: 1, maxLength: 2 }),
    },
    { noNullPrototype: true },
  );
}

function oneFault(spec: EndpointSpec): fc.Arbitrary<Fault> {
  const query = badQuery(listFieldNames(spec.query)).map((text): Fault => ({ kind: 'query', text }));
  const header = badHeader.map((pair): Fault => ({ kind: 'header', header: pair }));
  const authorization = badAuthorization.map((value): Fault => ({ kind: 'authorization', value }));
  return fc.oneof(
    ...faultsOfPath(spec),
    ...faultsOfBody(spec),
    { arbitrary: query, weight: spec.query ? 8 : 3 },
    { arbitrary: header, weight: 3 },
    ...(readsSession(spec) ? [{ arbitrary: authorization, weight: 1 }] : []),
  );
}

function faultsOfPath(spec: EndpointSpec) {
  const names = pathParams(spec);
  if (names.length === 0) return [];
  const fault = fc.record({
    kind: fc.constant('path' as const),
    name: fc.constantFrom(...names),
    part: badPathPart,
  });
  return [{ arbitrary: fault as fc.Arbitrary<Fault>, weight: 4 }];
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
const noise = fc.constantFrom('\u0000', '"', '}', '\\', '\r\n\r\n', '--edge--', '\ud800', '\u2028', ',,');

function faultsOfBody(spec: EndpointSpec): fc.WeightedArbitrary<Fault>[] {
  const bytes = badBytes.map((made): Fault => ({ kind: 'bytes', bytes: made }));
  // Sometimes send a body to an endpoint that takes none, unless the method is GET.
  if (!spec.body) return spec.method === 'GET' ? [] : [{ arbitrary: bytes, weight: 1 }];
  const names = listFieldNames(spec.body);
  const name = fc.constantFrom(...names);
  return [
    {
      arbitrary: fc.tuple(name, badValue).map(([field, value]) => ({ kind: 'field', name: field, value })),
      weight: 10,
    },
    { arbitrary: name.map((field) => ({ kind: 'missing', name: field })), weight: 2 },
    {
      arbitrary: fc
        .tuple(strangeName, badValue)
        .map(([field, value]) => ({ kind: 'extra', name: field, value })),
      weight: 5,
    },
    { arbitrary: badValue.map((value) => ({ kind: 'body', value })), weight: 1 },
    { arbitrary: bytes, weight: 2 },
    { arbitrary: share.map((kept) => ({ kind: 'cut', share: kept })), weight: 2 },
    {
      arbitrary: fc.tuple(share, noise).map(([at, made]) => ({ kind: 'noise', share: at, bytes: made })),
      weight: 1,
    },
    ...(spec.file ? [{ arbitrary: strangeFiles(spec.file), weight: 2 }] : []),
  ];
}

function strangeFiles(file: string): fc.Arbitrary<Fault> {
  const field = fc.oneof(fc.constant(file), strangeName, fc.constant('title'));
  return fc.array(field, { minLength: 1, maxLength: 3 }).map((fields) => ({ kind: 'files', fields }));
}
