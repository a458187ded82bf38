import { z } from 'zod';
import { out, sentence } from '../answer-fields.ts';
import { endpoint } from '../endpoint.ts';
import {
  id,
  idParams,
  moneyOut,
  pageQuery,
  success,
  timeIn,
  timeOut,
  wholeNumber,
  withExample,
} from '../fields.ts';

/**
 * `percent` and `amount`: the code lowers the price. `unlock`: the code gives no discount, but unlocks the hidden
 * ticket types in `ticket_type_ids`. An empty list unlocks all hidden ticket types.
 */
export const promoCodeKind = z.enum(['percent', 'amount', 'unlock']);

/**
 * `active`: the code works. `scheduled`: the code does not work yet. `used_up`: the code has no uses left. `ended`: the
 * code's end time has passed, or the team ended the code.
 */
export const promoCodeState = z.enum(['active', 'scheduled', 'used_up', 'ended']);
export type PromoCodeState = z.output<typeof promoCodeState>;

const promoCode = z
  .object({
    id: withExample(z.int(), 12),
    code: withExample(z.string(), 'EARLYBIRD'),
    all_events: withExample(z.boolean(), false, 'Whether it holds for all events of the team'),
    kind: withExample(promoCodeKind, 'percent'),
    percent: withExample(z.int().nullable(), 20, 'Null unless `kind` is `percent`'),
    amount: moneyOut.nullable().meta({ description: 'In pounds per order. Null unless `kind` is `amount`' }),
    ticket_type_ids: withExample(
      z.array(z.int()),
      [64],
      'The ticket types that it is for, also deleted ones. Empty: all of them',
    ),
    starts_at: withExample(timeOut.nullable(), null, 'Null when it works from the beginning'),
    ends_at: withExample(timeOut.nullable(), '2031-11-01T00:00:00.000Z', 'Null when it has no last day'),
    max_uses: withExample(z.int().nullable(), 50, 'Null when there is no limit'),
    max_per_buyer: withExample(z.int().nullable(), 1, 'Null when there is no limit'),
    uses: withExample(z.int(), 18, 'How many orders use it now, held or confirmed'),
    given_away: moneyOut.meta({ description: 'What it took off tickets that are valid or used, in pounds' }),
    state: withExample(promoCodeState, 'active'),
    ended_at: withExample(timeOut.nullable(), null, 'When the team ended it'),
    has_orders: withExample(
      z.boolean(),
      true,
      'Whether somebody has ordered with it. Its name, value and ticket types then stay',
    ),
    can_edit: withExample(
      z.boolean(),
      true,
      'False for a code for all events of the team, when the caller may edit only this event',
    ),
    created_at: timeOut,
  })
  .meta({ id: 'PromoCode' });

const codeRule = { error: 'Code must have 3 to 40 letters, digits, - or _' };

const highestAmount = 100_000;

/** An amount of money in a request: sent as pounds with at most two decimals, whole pence in the server. */
const amountIn = z
  .number({ error: 'Amount must be a number' })
  .positive({ error: 'Amount must be more than 0' })
  .max(highestAmount, { error: `Amount must be at most ${highestAmount}` })
  .refine((pounds) => Math.abs(pounds * 100 - Math.round(pounds * 100)) < 1e-6, {
    error: 'Amount can have at most two decimals',
  })
  .transform((pounds) => Math.round(pounds * 100))
  .meta({ examples: [5], description: 'In pounds with at most two decimals' });

const codeFields = {
  code: withExample(
    z
      .string({ error: ({ input }) => (input === undefined ? undefined : codeRule.error) })
      .trim()
      .regex(/^[A-Za-z0-9_-]{3,40}$/, codeRule)
      .transform((code) => code.toUpperCase()),
    'EARLYBIRD',
    'Buyers may type it in any case',
  ),
  kind: promoCodeKind,
  percent: withExample(
    wholeNumber('Percent', { most: 100 }),
    20,
    'Required when `kind` is `percent`',
  ).nullable(),
  amount: amountIn.nullable(),
  ticket_type_ids: withExample(
    z
      .array(id, { error: 'Ticket types must be a list of ids' })
      .max(50, { error: 'Choose at most 50 ticket types' }),
    [64],
    'Ticket types of this event. Empty: all of them. A code also unlocks the hidden types that it names',
  ),
  starts_at: withExample(timeIn('Start'), '2031-10-01T09:00:00.000Z').nullable(),
  ends_at: withExample(timeIn('End'), '2031-11-01T00:00:00.000Z').nullable(),
  max_uses: withExample(wholeNumber('Uses', { most: 1_000_000 }), 50, 'Null: no limit').nullable(),
  max_per_buyer: withExample(wholeNumber('Uses per buyer', { most: 1000 }), 1, 'Null: no limit').nullable(),
};

const who =
  'For a team_admin or event_manager of its team, its creator while a member of the team, and site administrators.';

const forAll =
  'A code for all events of a team is changed by its team_admins and event_managers, and by site administrators.';

export const listPromoCodes = endpoint({
  method: 'GET',
  path: '/events/:id/promo-codes',
  access: 'team',
  who,
  summary:
    'The promo codes that hold for an event: its own, and those for all events of its team. Newest first; those that the team ended come last',
  params: idParams,
  query: z.object(pageQuery),
  answers: {
    200: z.object({
      promo_codes: z.array(promoCode),
      total_promo_codes: out.count,
      total_pages: out.count,
    }),
  },
  refuses: ['event_not_found'],
});

export const createPromoCode = endpoint({
  method: 'POST',
  path: '/events/:id/promo-codes',
  access: 'team',
  who: `${who} ${forAll}`,
  summary: 'Create a promo code for an event, or for all events of its team',
  params: idParams,
  body: z
    .object(codeFields)
    .partial()
    .extend({
      code: codeFields.code,
      kind: codeFields.kind,
      all_events: withExample(
        z.boolean(),
        false,
        'For all events of the team. It cannot name ticket types',
      ).optional(),
    }),
  answers: {
    201: z.object({ status: success, msg: sentence('The promo code was created'), promo_code: promoCode }),
  },
  refuses: ['event_not_found', 'ticket_type_not_found', 'promo_code_taken'],
});

export const updatePromoCode = endpoint({
  method: 'PATCH',
  path: '/events/:id/promo-codes/:codeId',
  access: 'team',
  who: `${who} ${forAll}`,
  summary:
    'Change a promo code, end it, or open it again. Orders that were made with it keep their price. Once somebody has ordered with it, only its times and limits change',
  params: z.object({ id, codeId: id }),
  body: z
    .object(codeFields)
    .partial()
    .extend({ ended: withExample(z.boolean(), true, 'True ends it now, false opens it again').optional() }),
  answers: {
    200: z.object({ status: success, msg: sentence('The promo code was changed'), promo_code: promoCode }),
  },
  refuses: [
    'event_not_found',
    'promo_code_not_found',
    'ticket_type_not_found',
    'promo_code_taken',
    'promo_code_has_uses',
    'limit_below_uses',
  ],
});
