import type { FormKinds } from '@foyer/contract/form-fields.ts';
import type { FastifyRequest } from 'fastify';
import type {} from '@fastify/multipart';

export interface UploadedFile {
  data: Buffer;
  filename: string;
}

/** Reads a multipart form: its fields as the types that the schema takes, and its one file whole. */
export async function readForm(request: FastifyRequest, wanted: { file: string; kinds: FormKinds }) {
  const fields: Record<string, unknown> = {};
  let file: UploadedFile | null = null;
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      // Every file has to be read to its end, or the request never finishes.
      const data = await part.toBuffer();
      if (part.fieldname === wanted.file && data.length > 0) file = { data, filename: part.filename };
    } else {
      fields[part.fieldname] = decodeField(part.value, wanted.kinds[part.fieldname]);
    }
  }
  return { fields, file };
}

function decodeField(value: unknown, kinds: ReadonlySet<string> | undefined): unknown {
  if (typeof value !== 'string' || !kinds) return value;
  if (kinds.has('null') && (value === 'null' || (value.trim() === '' && !kinds.has('string')))) return null;
  if (kinds.has('number') && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
  if (kinds.has('boolean') && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
