import { z } from 'zod';
import { changesDirection, hasHiddenCharacter, isVisible } from './text/hidden-characters.ts';

/** Adds an example to the schema, as sent over HTTP, and optionally a description. The API documentation shows both. */
export function withExample<S extends z.ZodType>(
  schema: S,
  example: z.input<S> | z.output<S>,
  description?: string,
): S {
  return schema.meta({ examples: [example], ...(description && { description }) });
}

const notAnId = {
  // The server writes the message for a missing id, because only the server knows the name of the field.
  error: ({ input }: { input: unknown }) =>
    input === undefined ? undefined : 'Id must be a positive number',
};

/** Paths and forms send an id as a string of digits. */
export const id = z
  .union(
    [
      z.int(notAnId),
      z
        .string()
        .regex(/^\d{1,15}$/)
        .transform(Number),
    ],
    notAnId,
  )
  .refine((value) => value > 0, notAnId)
  .meta({ examples: [42], minimum: 1 });

export const idParams = z.object({ id });

/** A time in an answer. The server uses a Date, and sends the time as ISO 8601 in UTC with milliseconds. */
export const timeOut = withExample(
  z
    .date()
    .transform((time) => time.toISOString())
    .pipe(z.iso.datetime()),
  '2026-11-01T09:15:00.000Z',
);

const firstTime = new Date('2000-01-01T00:00:00Z');
const lastTime = new Date('2200-01-01T00:00:00Z');
const timeOutOfRange = { error: 'Choose a date between the years 2000 and 2200' };

/**
 * A time without a time zone, as `datetime-local` fields send it. The server reads this time in the site's time zone.
 */
export interface LocalTime {
  local: string;
}

/**
 * A time in a request, as ISO 8601. Error messages begin with `name`. Answers contain the time in UTC, so its year is
 * checked in UTC.
 */
export const timeIn = (name: string) =>
  z.iso
    .datetime({
      offset: true,
      local: true,
      error: ({ input }) =>
        input ? `${name} must be a time such as 2031-11-20T18:30:00Z` : `${name} is required`,
    })
    .transform((text, context): Date | LocalTime => {
      const hasZone = /(Z|[+-]\d\d:?\d\d)$/.test(text);
      const checked = momentIn(name).safeParse(new Date(hasZone ? text : `${text}Z`));
      if (!checked.success) {
        for (const { message } of checked.error.issues) context.addIssue({ code: 'custom', message });
        return z.NEVER;
      }
      // A time without a time zone stays a local time. Its fraction of a second is cut to three digits, because the
      // library that reads the time later refuses more than nine digits.
      return hasZone ? checked.data : { local: checked.data.toISOString().slice(0, -1) };
    })
    .meta({
      format: 'date-time',
      description:
        'ISO 8601, between the years 2000 and 2200. Without an offset or Z it is read in the time zone of the site',
    });

const momentIn = (name: string) =>
  z
    .date({ error: `${name} must be a time that exists` })
    .min(firstTime, timeOutOfRange)
    .max(lastTime, timeOutOfRange);

/** Money in an answer: whole pence in the server, sent as pounds. */
export const moneyOut = withExample(
  z
    .int()
    .transform((pence) => pence / 100)
    .pipe(z.number()),
  12.5,
  'In pounds',
);

const highestPrice = 100_000;

/** Card providers refuse to charge less than this. */
export const leastPaymentPence = 30;
const lowestPrice = leastPaymentPence / 100;

/** Money in a request: sent as pounds with at most two decimals, whole pence in the server. */
export const moneyIn = z
  .number({
    // The server writes the message for a missing price.
    error: ({ input }) => (input === undefined ? undefined : 'Price must be 0 or greater'),
  })
  .min(0, { error: 'Price must be 0 or greater' })
  .max(highestPrice, { error: `Price must be at most ${highestPrice}` })
  .refine((pounds) => Math.abs(pounds * 100 - Math.round(pounds * 100)) < 1e-6, {
    error: 'Price can have at most two decimals',
  })
  .refine((pounds) => pounds === 0 || pounds >= lowestPrice, {
    error: `Price must be 0 or at least £${lowestPrice.toFixed(2)}, the least that a card can pay`,
  })
  .transform((pounds) => Math.round(pounds * 100))
  .meta({
    examples: [12.5],
    description: `In pounds with at most two decimals: 0, or at least ${lowestPrice.toFixed(2)}`,
  });

const noControls = { error: 'Control characters are not allowed' };

function hasNoControls(value: string): boolean {
  return !/\p{Cc}/u.test(value);
}

const noBroken = { error: 'This text contains a broken character. Please type it again.' };

/** Refuses a character that is only half of a surrogate pair, because PostgreSQL cannot store it. */
const whole = (schema: z.ZodString) => schema.refine((value) => !/\p{Cs}/u.test(value), noBroken);

const noHidden = {
  error: 'Type this again without invisible characters. They can make it look like something else.',
};

const noDirection = { error: 'Remove the hidden characters that change the direction of the text' };

const atMost = (max: number) => ({ error: `Use at most ${max} characters` });

/**
 * Refuses control characters, which PostgreSQL or a mail header cannot hold, and invisible characters, with which two
 * different names could look the same.
 */
const shown = (schema: z.ZodString) =>
  whole(schema)
    .refine(hasNoControls, noControls)
    .refine((value) => !hasHiddenCharacter(value), noHidden);

/** One line of text that other people see. The line is trimmed, and must contain a visible character. */
export const line = ({ required, max }: { required: string; max: number }) =>
  shown(z.string({ error: required }).trim().min(1, { error: required }).max(max, atMost(max))).refine(
    isVisible,
    { error: required },
  );

/** Works like `line`, but the text may be empty. */
export const optionalLine = (max: number) => shown(z.string().trim().max(max, atMost(max)));

/** Text for a look-up, which no other person sees. A NUL character is refused because PostgreSQL cannot read it. */
export const searchText = (max: number) =>
  whole(z.string().trim().max(max, atMost(max))).refine((value) => !value.includes('\u0000'), noControls);

/** Several lines of text that other people see. */
export const text = (max: number) => searchText(max).refine((value) => !changesDirection(value), noDirection);

export const username = z
  .string({ error: 'Username is required' })
  .trim()
  .min(1, { error: 'Username is required' })
  .min(3, { error: 'Username must be at least 3 characters' })
  .max(30, { error: 'Username must be at most 30 characters' })
  .regex(/^[A-Za-z0-9_.-]+$/, { error: 'Username can only have letters, digits, _, - and .' })
  .meta({ examples: ['mara.ellis'] });

/** The name of a person on tickets and in mails. */
export const personName = withExample(line({ required: 'Name is required', max: 100 }), 'Mara Ellis');

export const email = z
  .string({ error: 'Email is required' })
  .trim()
  .min(1, { error: 'Email is required' })
  .max(254, { error: 'Email is invalid' })
  .pipe(z.email({ error: 'Email is invalid' }))
  .meta({ examples: ['mara@example.org'], format: 'email' });

/** The lowest value that the setting PASSWORD_MIN_LENGTH allows. */
export const leastPasswordLength = 6;

export function describeShortPassword(minLength: number): string {
  return `Password must be at least ${minLength} characters`;
}

/**
 * A new password. The server also refuses common passwords, and PASSWORD_MIN_LENGTH may require more characters. The
 * upper limit keeps the time for hashing short.
 */
export const password = z
  .string({ error: 'Password is required' })
  .min(1, { error: 'Password is required' })
  .min(leastPasswordLength, { error: describeShortPassword(leastPasswordLength) })
  .max(200, { error: 'Password must be at most 200 characters' })
  .meta({ examples: ['a long pass phrase'] });

export const teamName = line({ required: 'Team name is required', max: 100 })
  .pipe(z.string().min(3, { error: 'Team name must be at least 3 characters' }))
  .meta({ examples: ['The Maltings'], minLength: 3 });

export const reason = withExample(
  text(500),
  'Asked for it by telephone',
  'Kept in the audit log, for administrators',
);

/** A web address that a browser may load a picture from. */
export const httpUrl = whole(z.string().trim())
  .pipe(
    z
      .url({ protocol: /^https?$/, error: 'Image address must start with http:// or https://' })
      .max(2000, { error: 'Image address is too long' }),
  )
  .refine(hasNoControls, noControls)
  .meta({ examples: ['https://example.org/picture.webp'], format: 'uri' });

export const teamRole = z.enum(['team_admin', 'event_manager', 'owner', 'organizer']);
export type TeamRole = z.output<typeof teamRole>;

/** A whole number from `least` to `most`. Error messages begin with `name`. */
export const wholeNumber = (name: string, { least = 1, most }: { least?: number; most: number }) =>
  z
    .number({ error: `${name} must be a whole number` })
    .int({ error: `${name} must be a whole number` })
    .min(least, { error: `${name} must be at least ${least}` })
    .max(most, { error: `${name} must be at most ${most}` });

const notPositive = { error: 'Limit and page must be positive numbers' };

const positive = z
  .union(
    [
      z.int(notPositive),
      z
        .string()
        .regex(/^\d{1,9}$/)
        .transform(Number),
    ],
    notPositive,
  )
  .refine((value) => value > 0, notPositive)
  .meta({ minimum: 1 });

const maxPerPage = 100;

const optionalSearch = withExample(searchText(200), 'jazz').optional();

const limitWords = `How many entries a page has; above ${maxPerPage} it has ${maxPerPage}`;

/** A `limit` above 100 counts as 100. */
export const pageQuery = {
  limit: positive
    .prefault(10)
    .transform((limit) => Math.min(limit, maxPerPage))
    .meta({ description: limitWords }),
  page: positive.prefault(1),
};

/**
 * The query of a list that administrators may load as a whole. Without `limit` and `page`, the answer is the whole
 * list. With `q`, the list has only the entries that contain this text, in upper or lower case.
 */
export const fullListQuery = z.object({
  limit: withExample(positive, 20, limitWords)
    .optional()
    .transform((limit) => limit && Math.min(limit, maxPerPage)),
  page: withExample(positive, 1).optional(),
  q: optionalSearch,
});

const sortWords = 'Without it the list has its usual order. Equal entries are in the order of their ids';

/** Works like `fullListQuery`, and sorts by one of these columns, ascending by default. */
export const sortedListQuery = <const Column extends string>(columns: readonly [Column, ...Column[]]) =>
  fullListQuery.extend({
    sort_by: withExample(
      z.enum(columns, { error: `sort_by can be ${columns.join(', ')}, or left out` }),
      columns[0],
      sortWords,
    ).optional(),
    order: withExample(z.enum(['asc', 'desc'], { error: 'order can be asc or desc' }), 'desc').prefault(
      'asc',
    ),
  });

/** The `status` field of an answer to a change. The contract fills it in, so handlers leave it out. */
export const success = z.literal('success').default('success');
