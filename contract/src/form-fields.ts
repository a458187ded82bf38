import { z } from 'zod';
import { withExample } from './fields.ts';

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

// What the list of events can be narrowed to. Days are those of the site's time zone.

export const days = withExample(
  z.enum(['today', 'weekend'], { error: 'When must be today or weekend' }),
  'weekend',
  'Events that start today, or take place on Saturday or Sunday of this week, in the time zone of the site, and those that are running and go on then',
);

export const month = withExample(
  z.string().regex(/^2[01]\d\d-(0[1-9]|1[0-2])$/, { error: 'Month must be a month such as 2026-12' }),
  '2026-12',
  'Events that start in this month, in the time zone of the site',
);

export const onlyFree = withExample(
  z.enum(['true', 'false'], { error: 'Free must be true or false' }),
  'true',
  'With `true`, only events that have a free ticket',
).transform((free) => free === 'true');

export const withRunning = withExample(
  z.enum(['true', 'false'], { error: 'Running must be true or false' }),
  'true',
  'With `true`, also events that are running now. `when` lists them in any case',
).transform((running) => running === 'true');

export const onePerSeries = withExample(
  z.enum(['true', 'false'], { error: 'One per series must be true or false' }),
  'true',
  'With `true`, only the next event of each series',
).transform((one) => one === 'true');

export const sortField = z.enum([
  'start_time',
  'price',
  'location',
  'max_attendees',
  'title',
  'created_at',
  'published_at',
]);
