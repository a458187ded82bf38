import type { EndpointSpec } from '@foyer/contract/endpoint.ts';
import fc from 'fast-check';
import type { z } from 'zod';

type JsonSchema = z.core.JSONSchema.BaseSchema;
export type Fields = Record<string, unknown>;

export type Known = (field: string) => readonly unknown[];

export function validFields(schema: z.ZodType | undefined, known: Known): fc.Arbitrary<Fields> {
  if (!schema) return fc.constant({});
  return fieldsOf(readInput(schema), known);
}

export function listFieldNames(schema: z.ZodType | undefined): string[] {
  return schema ? Object.keys(readInput(schema).properties ?? {}) : [];
}

export function pathParams({ path }: Pick<EndpointSpec, 'path'>): string[] {
  return Array.from(path.matchAll(/:(\w+)/g), ([, name]) => name ?? '');
}

function readInput(schema: z.ZodType): JsonSchema {
  return schema.toJSONSchema({ io: 'input', unrepresentable: 'any' });
}

function fieldsOf({ properties = {}, required = [] }: JsonSchema, known: Known): fc.Arbitrary<Fields> {
  const fields = Object.entries(properties).map(([name, property]): [string, fc.Arbitrary<unknown>] => {
    const own = valueOf(property as JsonSchema, known);
    const familiar = known(name);
    if (familiar.length === 0) return [name, own];
    const either = fc.oneof(
      // Most numbers are ids, and an unknown id ends a request early: take four in five from the database. Take half of
      // the texts from there.
      { arbitrary: fc.constantFrom(...familiar), weight: (property as JsonSchema).type === 'string' ? 1 : 4 },
      { arbitrary: own, weight: 1 },
    );
    return [name, either];
  });
  return fc.record(Object.fromEntries(fields), { requiredKeys: required, noNullPrototype: true });
}

function valueOf(schema: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom<unknown>(...schema.enum);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return fc.oneof(...branches.map((branch) => valueOf(branch, known)));
  const { minimum = 1, maximum = 1_000 } = schema;
  const range = { min: Math.max(1, minimum), max: Math.min(10_000, maximum) };
  switch (schema.type) {
    case 'string':
      return textOf(schema);
    case 'integer':
      return fc.integer(range);
    case 'number':
      return fc.integer(range).map((whole) => whole / 2);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'object':
      return fieldsOf(schema, known);
    case 'array':
      return listOf(schema, known);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function listOf({ items, minItems = 0 }: JsonSchema, known: Known): fc.Arbitrary<unknown> {
  return typeof items === 'object' && !Array.isArray(items)
    ? fc.array(valueOf(items, known), { minLength: minItems, maxLength: Math.max(minItems, 2) })
    : fc.jsonValue({ maxDepth: 2 });
}

const word = fc.stringMatching(/^[a-z]{4,12}$/);
const firstYear = new Date('2001-01-01T00:00:00Z');
const lastYear = new Date('2199-01-01T00:00:00Z');

function textOf({ format, pattern, minLength = 0, maxLength = 200 }: JsonSchema): fc.Arbitrary<string> {
  if (format === 'email') return word.map((name) => `${name}@example.org`);
  if (format === 'uri') return word.map((name) => `https://example.org/${name}.webp`);
  if (format === 'date-time') {
    return fc.date({ min: firstYear, max: lastYear, noInvalidDate: true }).map((time) => time.toISOString());
  }
  if (pattern)
    return fc
      .stringMatching(new RegExp(pattern))
      .map((text) => text.slice(0, maxLength).padEnd(minLength, '1'));
  return fc.oneof(
    word,
    fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 80)) }),
  );
}
