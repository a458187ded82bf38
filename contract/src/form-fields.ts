import { z } from 'zod';

/**
 * The JSON types that each field of a body may have. A form sends only text, so the server converts the text to these
 * types.
 */
export type FormKinds = Readonly<Record<string, ReadonlySet<string>>>;

export function listFormKinds(body: z.ZodType): FormKinds {
  const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' });
  const kinds: Record<string, ReadonlySet<string>> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    kinds[name] = typeof property === 'boolean' ? new Set() : collectTypes(property);
  }
  return kinds;
}

function collectTypes(schema: z.core.JSONSchema.BaseSchema): Set<string> {
  const found = new Set<string>();
  if (typeof schema.type === 'string') found.add(schema.type === 'integer' ? 'number' : schema.type);
  for (const branch of [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])]) {
    if (typeof branch !== 'boolean') for (const type of collectTypes(branch)) found.add(type);
  }
  return found;
}
