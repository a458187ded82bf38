import { z } from 'zod';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

export interface Content {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
  encoding?: Record<string, { contentType: string }>;
}

export interface Answer {
  description: string;
  headers?: Record<string, { description: string; schema: JsonSchema }>;
  content?: Record<string, Content>;
}

/** The schemas in the document's `components.schemas`, by name. */
export type Shapes = Record<string, JsonSchema>;

/**
 * Returns the JSON Schema of the values that a caller sends (`input`) or receives (`output`). Schemas with an id are
 * added to `shapes`, and the result contains references to them.
 */
export function describeSchema(schema: z.ZodType, io: 'input' | 'output', shapes: Shapes): JsonSchema {
  const made = z.toJSONSchema(schema, { io, override: keepExamples });
  const text = JSON.stringify(made).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema: _dialect, $defs, ...own } = JSON.parse(text, simplify) as JsonSchema;
  Object.assign(shapes, $defs);
  return own;
}

/** Restores the examples that Zod drops for transformed values, such as times. */
function keepExamples({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodType; jsonSchema: JsonSchema }) {
  const examples = z.globalRegistry.get(zodSchema)?.examples;
  if (Array.isArray(examples)) jsonSchema.examples = examples;
}

function simplify(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const made: JsonSchema = { ...value };
  // Allow fields that the schema does not name, because later versions of Foyer may add fields to answers.
  if (made.additionalProperties === false) delete made.additionalProperties;
  if (made.const !== undefined) delete made.default;
  if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
  if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
  if (made.format === 'date-time') delete made.pattern;
  // Ids accept a number or a string of digits. The documentation mentions only the number.
  const [number, digits] = made.anyOf ?? [];
  if (number?.type !== 'integer' || !digits?.pattern?.startsWith('^\\d')) return made;
  delete made.anyOf;
  return { type: 'integer', ...made };
}

/**
 * Builds an example of the schema from the examples of the fields. A field without an example becomes undefined, and
 * openapi.test.ts then fails.
 */
export function composeExample(schema: JsonSchema, shapes: Shapes): unknown {
  if (schema.examples) return schema.examples[0];
  const own: unknown = schema.const ?? schema.enum?.[0] ?? schema.default;
  if (own !== undefined) return own;
  if (schema.$ref) {
    const shape = shapes[schema.$ref.slice('#/components/schemas/'.length)];
    return shape && composeExample(shape, shapes);
  }
  const branch = schema.anyOf?.[0];
  if (branch) return composeExample(branch, shapes);
  if (schema.type === 'boolean') return true;
  if (schema.type === 'array') return [composeExample(schema.items as JsonSchema, shapes)];
  if (schema.type !== 'object') return undefined;
  return Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([name, field]) => [
      name,
      composeExample(field as JsonSchema, shapes),
    ]),
  );
}
