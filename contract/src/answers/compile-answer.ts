import { z } from 'zod';
import { moneyOut, timeOut } from '../fields.ts';

/** Makes what is sent of a value: only the fields that the schema names. Throws when a field has the wrong type. */
type Pick = (value: unknown) => unknown;

/**
 * Compiles the schema of an answer. The result does the same as parsing with the schema, several times faster: handlers
 * return typed values, so it checks only the types. Schemas that it does not know are parsed with.
 */
export function compileAnswer(schema: z.ZodType): Pick {
  return findSimple(schema) ?? findNested(schema) ?? ((value) => schema.parse(value));
}

function refuse(expected: string, value: unknown): never {
  throw new TypeError(`An answer has ${value === null ? 'null' : typeof value} instead of ${expected}`);
}

const pickTime: Pick = (value) => (value instanceof Date ? value.toISOString() : refuse('a time', value));

const pickMoney: Pick = (value) =>
  Number.isSafeInteger(value) ? (value as number) / 100 : refuse('whole pence', value);

const pickInteger: Pick = (value) => (Number.isSafeInteger(value) ? value : refuse('a whole number', value));

const pickText: Pick = (value) => (typeof value === 'string' ? value : refuse('a text', value));

const pickFlag: Pick = (value) => (typeof value === 'boolean' ? value : refuse('true or false', value));

const hasChecks = ({ def }: z.ZodType) => (def.checks?.length ?? 0) > 0;

function findSimple(schema: z.ZodType): Pick | undefined {
  // Examples make copies of a schema, but its definition stays the same.
  if (schema.def === timeOut.def) return pickTime;
  if (schema.def === moneyOut.def) return pickMoney;
  if (hasChecks(schema)) return undefined;
  if (schema instanceof z.ZodNumberFormat && schema.format === 'safeint') return pickInteger;
  if (schema instanceof z.ZodString) return pickText;
  if (schema instanceof z.ZodBoolean) return pickFlag;
  if (!(schema instanceof z.ZodEnum || schema instanceof z.ZodLiteral)) return undefined;
  const allowed = new Set<unknown>(schema instanceof z.ZodEnum ? schema.options : schema.values);
  return (value) => (allowed.has(value) ? value : refuse('one of its words', value));
}

function findNested(schema: z.ZodType): Pick | undefined {
  if (hasChecks(schema)) return undefined;
  if (schema instanceof z.ZodObject) return schema.def.catchall ? undefined : compileObject(schema);
  if (schema instanceof z.ZodArray) {
    const pick = compileAnswer(schema.element as z.ZodType);
    return (value) => (Array.isArray(value) ? value.map(pick) : refuse('a list', value));
  }
  if (schema instanceof z.ZodNullable) {
    const pick = compileAnswer(schema.unwrap() as z.ZodType);
    return (value) => (value === null ? null : pick(value));
  }
  if (schema instanceof z.ZodOptional) {
    const pick = compileAnswer(schema.unwrap() as z.ZodType);
    return (value) => (value === undefined ? undefined : pick(value));
  }
  if (schema instanceof z.ZodDefault) {
    const pick = compileAnswer(schema.unwrap() as z.ZodType);
    return (value) => (value === undefined ? schema.def.defaultValue : pick(value));
  }
  return undefined;
}

function compileObject({ shape }: z.ZodObject): Pick {
  const fields = Object.entries(shape).map(([name, field]) => ({
    name,
    pick: compileAnswer(field as z.ZodType),
  }));
  return (value) => {
    if (typeof value !== 'object' || value === null) refuse('an object', value);
    const picked: Record<string, unknown> = {};
    for (const { name, pick } of fields) picked[name] = pick((value as Record<string, unknown>)[name]);
    return picked;
  };
}
