import type { EndpointSpec } from '@foyer/contract/endpoint.ts';
import type { Draft, Fault } from './malformed-requests-drafts.ts';
import { pathParams, type Fields } from './malformed-requests-inputs.ts';

export interface WireRequest {
  method: EndpointSpec['method'];
  url: string;
  headers: Record<string, string>;
  payload?: string | Buffer;
}

const boundary = 'edge';

// A GIF of one pixel.
const picture = Buffer.from('R0lGODlhAQABAIAAAExpcYBAICH5BAUAAAAALAAAAAABAAEAAAICTAEAOw==', 'base64');

/**
 * Writes the request of a draft with its faults. The request carries this access token, unless a fault replaces the
 * Authorization header.
 */
export function composeRequest(spec: EndpointSpec, draft: Draft, token: string | undefined): WireRequest {
  const body = composeBody(spec, draft);
  const headers: Record<string, string> = {
    ...(body && { 'content-type': body.type }),
    ...(token && { authorization: `Bearer ${token}` }),
    ...Object.fromEntries(Object.entries(draft.headers).map(([name, value]) => [name, String(value)])),
  };
  for (const fault of draft.faults) {
    if (fault.kind === 'header') headers[fault.header[0]] = fault.header[1];
    if (fault.kind === 'authorization') headers.authorization = fillIn(fault.value, token ?? 'a.b.c');
  }
  const url = `/api${composePath(spec, draft)}${composeQuery(draft)}`;
  return { method: spec.method, url, headers, ...(body && { payload: body.payload }) };
}

function fillIn(value: string, token: string) {
  const claims = token.split('.')[1] ?? '';
  const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
  return value.replaceAll('{token}', token).replaceAll('{unsigned}', unsigned);
}

function composePath(spec: EndpointSpec, { params, faults }: Draft) {
  const parts = new Map(pathParams(spec).map((name) => [name, encodeURIComponent(String(params[name]))]));
  for (const fault of faults) if (fault.kind === 'path') parts.set(fault.name, fault.part);
  return spec.path.replace(/:(\w+)/g, (_match, name: string) => parts.get(name) ?? '');
}

function composeQuery({ query, faults }: Draft) {
  const bad = faults.flatMap((fault) => (fault.kind === 'query' ? [fault.text] : []));
  const good = Object.entries(query)
    // Leave out the good value of a parameter that has a bad value, because the server refuses a parameter that comes
    // twice.
    .filter(([name]) => !bad.some((text) => text.startsWith(`${name}=`)))
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  const all = [...good, ...bad].join('&');
  return all && `?${all}`;
}

function composeBody(
  spec: EndpointSpec,
  draft: Draft,
): { type: string; payload: string | Buffer } | undefined {
  const { faults } = draft;
  const given = faults.find((fault) => fault.kind === 'bytes');
  if (given) return { type: 'application/json', payload: given.bytes };
  if (!draft.body) return undefined;
  const fields = spoilFields(draft.body, faults);
  if (draft.form !== 'none') {
    const type = `multipart/form-data; boundary=${boundary}`;
    return { type, payload: spoilBytes(composeForm(fields, listFiles(spec, draft), draft.form), faults) };
  }
  const whole = faults.find((fault) => fault.kind === 'body');
  const text = JSON.stringify(whole ? whole.value : fields);
  return { type: 'application/json', payload: spoilBytes(Buffer.from(text), faults) };
}

function spoilFields(body: Fields, faults: readonly Fault[]): Fields {
  const fields = new Map(Object.entries(body));
  for (const fault of faults) {
    if (fault.kind === 'field' || fault.kind === 'extra') fields.set(fault.name, fault.value);
    if (fault.kind === 'missing') fields.delete(fault.name);
  }
  return Object.fromEntries(fields);
}

function spoilBytes(written: Buffer, faults: readonly Fault[]): Buffer {
  let bytes = written;
  for (const fault of faults) {
    if (fault.kind !== 'cut' && fault.kind !== 'noise') continue;
    const at = Math.floor(fault.share * bytes.length);
    const head = bytes.subarray(0, at);
    bytes = fault.kind === 'cut' ? head : Buffer.concat([head, Buffer.from(fault.bytes), bytes.subarray(at)]);
  }
  return bytes;
}

function listFiles(spec: EndpointSpec, { form, faults }: Draft): string[] {
  const usual = form === 'without file' || !spec.file ? [] : [spec.file];
  return [...usual, ...faults.flatMap((fault) => (fault.kind === 'files' ? fault.fields : []))];
}

function composeForm(fields: Fields, files: readonly string[], form: Draft['form']): Buffer {
  const part = (header: string, content: string | Buffer) => [
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${header}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ];
  const texts = Object.entries(fields).flatMap(([name, value]) =>
    part(`name="${name}"`, typeof value === 'string' ? value : JSON.stringify(value)),
  );
  const pictures = files.flatMap((name) =>
    part(
      `name="${name}"; filename="a.png"\r\nContent-Type: image/png`,
      form === 'picture' ? picture : 'no picture',
    ),
  );
  return Buffer.concat([...texts, ...pictures, Buffer.from(`--${boundary}--\r\n`)]);
}
