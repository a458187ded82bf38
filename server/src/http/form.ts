import type { FormKinds } from '@foyer/contract/form-fields.ts';
import type { FastifyRequest } from 'fastify';
import type {} from '@fastify/multipart';
import { ApiError, fieldError } from './errors.ts';

export interface UploadedFile {
  data: Buffer;
}

interface Wanted {
  file: string;
  kinds: FormKinds;
}

/** A form is held whole, with up to 8 MB of fields and file, from its first byte until it is answered. */
const mostForms = 8;
const mostFormsOfOne = 2;

/** Even 5 MB over a bad line come in that time; whoever lets them trickle would keep the others out. */
const longestReadingMs = 120_000;

/** Who has sent the forms that this process holds. */
const senders: (number | null)[] = [];

/** Runs what holds a form of the sender's. Throws `unavailable` when too many are held, all in all or of theirs. */
export async function holdForm<Result>(sender: number | null, work: () => Promise<Result>): Promise<Result> {
  const ofSender = senders.filter((other) => other === sender).length;
  if (senders.length >= mostForms || ofSender >= mostFormsOfOne) throw new ApiError('unavailable');
  senders.push(sender);
  try {
    return await work();
  } finally {
    senders.splice(senders.indexOf(sender), 1);
  }
}

/**
 * Reads a multipart form: its fields as the types that the schema takes, and its one file whole. Throws
 * `malformed_body` for one that is cut short or has no boundary, `payload_too_large` for a field that does not
 * fit, `validation_failed` for a file under another name, and what the plugin says of its limits. Hangs up on whoever sends too slowly.
 */
export async function readForm(request: FastifyRequest, wanted: Wanted) {
  const giveUp = setTimeout(() => request.raw.destroy(), longestReadingMs);
  try {
    return await readParts(request, wanted);
  } catch (error) {
    const isOfPlugin = error instanceof Error && 'code' in error && String(error.code).startsWith('FST_');
    // Its parser speaks of broken forms in plain errors without a code.
    throw isOfPlugin || error instanceof ApiError ? error : new ApiError('malformed_body', { cause: error });
  } finally {
    clearTimeout(giveUp);
  }
}

async function readParts(request: FastifyRequest, wanted: Wanted) {
  const fields: Record<string, unknown> = {};
  let file: UploadedFile | null = null;
  let isCutShort = false;
  let misnamed: string | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname] = decodeField(part.value, wanted.kinds[part.fieldname]);
      isCutShort ||= part.valueTruncated;
    } else if (part.fieldname === wanted.file) {
      const data = await part.toBuffer();
      // A browser sends a part without a name and content when nobody chose a file.
      if (data.length > 0 || part.filename) file = { data };
    } else {
      // Every file has to be read to its end, or the request never finishes.
      part.file.resume();
      if (part.filename) misnamed ??= part.fieldname;
    }
  }
  if (misnamed !== undefined) throw fieldError(misnamed, `Send the file as ${wanted.file}`);
  if (isCutShort) throw new ApiError('payload_too_large');
  return { fields, file };
}

function decodeField(value: unknown, kinds: ReadonlySet<string> | undefined): unknown {
  if (typeof value !== 'string' || !kinds) return value;
  if (kinds.has('null') && (value === 'null' || (value.trim() === '' && !kinds.has('string')))) return null;
  if (kinds.has('number') && value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
  if (kinds.has('boolean') && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
