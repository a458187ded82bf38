import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isFile } from '../endpoint.ts';
import { moneyOut, timeOut } from '../fields.ts';
import { endpoints } from '../index.ts';
import { compileAnswer } from './compile-answer.ts';

/** Makes a value for the schema, with a field too many in each object. `isShort` leaves out all that may be left out. */
function makeValue(schema: z.ZodType, isShort: boolean): unknown {
  if (schema.def === timeOut.def) return new Date('2031-11-20T18:30:00Z');
  if (schema.def === moneyOut.def) return 1250;
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries(schema.shape).map(([name, field]) => [
      name,
      makeValue(field as z.ZodType, isShort),
    ]);
    return { ...Object.fromEntries(fields), password_hash: 'a field too many' };
  }
  if (schema instanceof z.ZodArray)
    return isShort ? [] : [1, 2].map(() => makeValue(schema.element as z.ZodType, false));
  if (schema instanceof z.ZodNullable) return isShort ? null : makeValue(schema.unwrap() as z.ZodType, false);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return isShort ? undefined : makeValue(schema.unwrap() as z.ZodType, false);
  if (schema instanceof z.ZodUnion) return makeValue(schema.options[0] as z.ZodType, isShort);
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodRecord) return { some: 'detail' };
  if (schema instanceof z.ZodUUID) return '5f0e7c1e-8f0b-4a53-9f6d-0d7f3c1f6a52';
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodNull) return null;
  if (schema instanceof z.ZodString) return makeText(schema);
  return 7;
}

/** A text with a pattern says in its example what it may look like. */
function makeText(schema: z.ZodString): unknown {
  if (schema.safeParse('some text').success) return 'some text';
  const { examples } = schema.meta() as { examples: unknown[] };
  return examples[0];
}

const answers = Object.entries(endpoints).flatMap(([key, { answers: byStatus }]) =>
  Object.entries(byStatus as Record<string, z.ZodType | null>).flatMap(([status, schema]) =>
    schema && !isFile(schema) ? [{ name: `${key} ${status}`, schema }] : [],
  ),
);

describe('the compiled answers of the contract', () => {
  it.each(answers)('of $name are what parsing with the schema gives', ({ schema }) => {
    for (const isShort of [false, true]) {
      const value = makeValue(schema, isShort);
      const text = JSON.stringify(compileAnswer(schema)(value));
      expect(text).not.toContain('a field too many');
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(schema.parse(value))));
    }
  });
});

describe('a compiled answer', () => {
  const schema = z.object({
    id: z.int(),
    name: z.string().nullable(),
    at: timeOut,
    price: moneyOut,
    tags: z.array(z.enum(['new', 'old'])),
    more: z.object({ isOpen: z.boolean() }).optional(),
  });
  const value = { id: 1, name: null, at: new Date(0), price: 1250, tags: ['new'], more: { isOpen: true } };
  const compiled = compileAnswer(schema);

  it('leaves out fields that the contract does not name, at every depth', () => {
    const found = compiled({ ...value, email: 'a secret', more: { isOpen: true, email: 'a secret' } });
    expect(found).toEqual({ ...value, at: '1970-01-01T00:00:00.000Z', price: 12.5 });
  });

  it.each([
    ['a number', { id: '1' }],
    ['a fraction', { id: 1.5 }],
    ['nothing', { id: undefined }],
    ['null', { id: null }],
    ['a text', { name: 5 }],
    ['a time', { at: '1970-01-01' }],
    ['no time', { at: new Date(Number.NaN) }],
    ['half a penny', { price: 0.5 }],
    ['an unknown word', { tags: ['other'] }],
    ['no list', { tags: 'new' }],
    ['a flag', { more: { isOpen: 'yes' } }],
    ['no object', { more: 'open' }],
  ])('refuses a value of the wrong type: %s', (_, wrong) => {
    expect(() => compiled({ ...value, ...wrong })).toThrow(/instead of|Invalid time value/);
    expect(() => schema.parse({ ...value, ...wrong })).toThrow(z.ZodError);
  });
});
