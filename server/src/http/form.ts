import type { FormKinds } from '@foyer/contract/form-fields.ts';
import type { FastifyRequest } from 'fastify';
import type {} from '@fastify/multipart';
import { ApiError, fieldError } from './errors.ts';
import type { FormSlot } from './form-slots.ts';
import type { RequestTimes } from './request-times.ts';

export interface UploadedFile {
  data: Buffer;
}

interface FormShape {
  file: string;
  kinds: FormKinds;
}

/**
 * Reads a multipart form with at most one file, and converts the fields to the types of the schema. Throws
 * `malformed_body`, `payload_too_large`, `request_timeout`, `validation_failed` for a file in the wrong field, and the
 * plugin's own errors.
 */
export async function readForm(
  request: FastifyRequest,
  shape: FormShape,
  slot: FormSlot,
  times: RequestTimes,
) {
  const { promise: ended, reject: end } = Promise.withResolvers<never>();
  const { socket } = request.raw;
  const bytesBefore = socket.bytesRead;
  slot.arriving = { countBytes: () => socket.bytesRead - bytesBefore, end };
  const looking = setInterval(() => {
    const isSlow = slot.milliseconds > times.formGraceMs && slot.rate < times.formBytesPerSecond;
    if (isSlow || slot.milliseconds > times.formMs) end(new ApiError('request_timeout'));
  }, times.formGraceMs / 10);
  try {
    return await Promise.race([readParts(request, shape), ended]);
  } catch (error) {
    const isFromPlugin = error instanceof Error && 'code' in error && String(error.code).startsWith('FST_');
    // The plugin's parser reports a broken form as a plain error without an error code.
    throw isFromPlugin || error instanceof ApiError
      ? error
      : new ApiError('malformed_body', { cause: error });
  } finally {
    clearInterval(looking);
    slot.arriving = null;
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
      // When no file was chosen, a browser sends an empty part without a file name.
      if (data.length > 0 || part.filename) file = { data };
    } else {
      // Read a refused file to its end, because otherwise the request would never finish.
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
