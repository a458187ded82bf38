import type { FormKinds } from '@foyer/contract/form-fields.ts';
import type { FastifyRequest } from 'fastify';
import type {} from '@fastify/multipart';
import { ApiError, fieldError } from './errors.ts';

export interface UploadedFile {
  data: Buffer;
}

interface FormShape {
  /** The name of the field that may carry the file. */
  file: string;
  kinds: FormKinds;
}

/** How many forms a process handles at once. Each takes up to 8 MB of memory until it has been answered. */
const maxForms = 8;
const maxFormsPerSender = 2;

/**
 * How long a sender may take to send a form. It is enough for 5 MB over a slow connection. Somebody who takes longer
 * keeps others from sending forms, because only `maxForms` are handled at once.
 */
const longestReadingMs = 120_000;

/** For each form that this process is handling, the user id of the sender. */
const senders: (number | null)[] = [];

/**
 * Handles a form with `work`. Throws `unavailable` when too many forms are being handled already: of this sender, or of
 * all senders together.
 */
export async function holdForm<Result>(sender: number | null, work: () => Promise<Result>): Promise<Result> {
  const open = senders.filter((other) => other === sender).length;
  if (senders.length >= maxForms || open >= maxFormsPerSender) throw new ApiError('unavailable');
  senders.push(sender);
  try {
    return await work();
  } finally {
    senders.splice(senders.indexOf(sender), 1);
  }
}

/**
 * Reads a multipart form: its fields, converted to the types that the schema takes, and its one file. Throws
 * `malformed_body` for a broken form, `payload_too_large` for a field that is too long, `validation_failed` for a
 * file in another field, and the plugin's own errors about its limits. Closes the connection of a slow sender.
 */
export async function readForm(request: FastifyRequest, shape: FormShape) {
  const giveUp = setTimeout(() => request.raw.destroy(), longestReadingMs);
  try {
    return await readParts(request, shape);
  } catch (error) {
    const isFromPlugin = error instanceof Error && 'code' in error && String(error.code).startsWith('FST_');
    // The parser inside the plugin reports broken forms as plain errors without a code.
    throw isFromPlugin || error instanceof ApiError
      ? error
      : new ApiError('malformed_body', { cause: error });
  } finally {
    clearTimeout(giveUp);
  }
}

async function readParts(request: FastifyRequest, shape: FormShape) {
  const fields: Record<string, unknown> = {};
  let file: UploadedFile | null = null;
  let isCutShort = false;
  let misnamed: string | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      fields[part.fieldname] = decodeField(part.value, shape.kinds[part.fieldname]);
      isCutShort ||= part.valueTruncated;
    } else if (part.fieldname === shape.file) {
      const data = await part.toBuffer();
      // When no file was chosen, browsers send an empty part without a file name.
      if (data.length > 0 || part.filename) file = { data };
    } else {
      // Read the file to its end, or the request would never finish.
      part.file.resume();
      if (part.filename) misnamed ??= part.fieldname;
    }
  }
  if (misnamed !== undefined) throw fieldError(misnamed, `Send the file as ${shape.file}`);
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
