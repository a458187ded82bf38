import {
  findTestCard,
  hasValidCheckDigit,
  makeCardOnFile,
  TEST_CARDS,
  type CardDecline,
} from '../payments/test-cards.ts';
import type { Payer } from '../checkout/checkout-payments.ts';

const FIELD_NAMES = ['email', 'number', 'expiry', 'cvc', 'name'] as const;
const MAX_LENGTH = 200;

export type PayField = (typeof FIELD_NAMES)[number];
export type PayValues = Record<PayField, string> & { keepCard: boolean };
/**
 * An error code for each wrong field. After a form with wrong fields, the card page reads these codes from its own
 * query string.
 */
export type PayErrors = Partial<Record<PayField, string>>;

const EMPTY_VALUES = { email: '', number: '', expiry: '', cvc: '', name: '' };

const MESSAGES: Record<PayField, Record<string, string>> = {
  email: { email_invalid: 'Enter an email address.' },
  number: {
    incomplete_number: 'Your card number is incomplete.',
    incorrect_number: 'Your card number is incorrect.',
    test_mode_live_card:
      'This is not a test card. You have not been charged. Use one of the test cards on this page.',
  },
  expiry: {
    incomplete_expiry: 'Enter the date as month and year: MM / YY.',
    invalid_expiry_year_past: 'Your card’s expiry date is in the past.',
  },
  cvc: { incomplete_cvc: 'Your card’s security code is incomplete.' },
  name: { name_required: 'Enter the name on the card.' },
};

export function readPayValues(form: URLSearchParams): PayValues {
  const values = { ...EMPTY_VALUES, keepCard: form.has('keepCard') };
  for (const name of FIELD_NAMES) {
    // Replace control characters with spaces. PostgreSQL cannot store NUL, and no control character belongs in a name
    // or an email address.
    const text = (form.get(name) ?? '').replaceAll(/\p{Cc}/gu, ' ');
    values[name] = text.trim().slice(0, MAX_LENGTH);
  }
  return values;
}

/** Finds the message for an error code of a field. Returns undefined when the field has no such error code. */
export function findFieldMessage(field: PayField, code: string): string | undefined {
  return Object.hasOwn(MESSAGES[field], code) ? MESSAGES[field][code] : undefined;
}

/** Reads from the card page's query string why the last attempt failed. Ignores unknown fields and error codes. */
export function readPayFailure(query: URLSearchParams): { errors: PayErrors; decline: string | null } {
  const errors: PayErrors = {};
  for (const name of FIELD_NAMES) {
    const code = query.get(name);
    if (code !== null && findFieldMessage(name, code) !== undefined) errors[name] = code;
  }
  return { errors, decline: findDeclineMessage(query.get('declined')) };
}

/**
 * Writes the reason for a failed attempt as a query string. The query string contains only error codes, never the
 * buyer's input.
 */
export function writePayFailure(failure: { errors: PayErrors } | { decline: CardDecline }): string {
  const codes = 'errors' in failure ? failure.errors : { declined: declineCodeOf(failure.decline) };
  return `?${new URLSearchParams(codes).toString()}`;
}

function findDeclineMessage(code: string | null): string | null {
  const card = TEST_CARDS.find(({ decline }) => decline && declineCodeOf(decline) === code);
  return card?.decline?.message ?? null;
}

function declineCodeOf({ code, declineCode }: CardDecline): string {
  return declineCode ?? code;
}

/** Checks all fields. Returns the payer when all fields are right, and otherwise an error code for each wrong field. */
export function checkPayValues(values: PayValues, now: Date): { payer: Payer } | { errors: PayErrors } {
  const number = values.number.replaceAll(/[\s-]/g, '');
  const card = findTestCard(number);
  const expiry = parseExpiry(values.expiry);
  const errors: PayErrors = {
    ...(isEmail(values.email) ? {} : { email: 'email_invalid' }),
    ...checkNumber(number),
    ...checkExpiry(expiry, now),
    ...(/^\d{3,4}$/.test(values.cvc) ? {} : { cvc: 'incomplete_cvc' }),
    ...(values.name === '' ? { name: 'name_required' } : {}),
  };
  if (!card || !expiry || Object.keys(errors).length > 0) return { errors };
  const { email, name, keepCard: keepsCard } = values;
  return { payer: { card: makeCardOnFile(card, expiry), email, name, keepsCard } };
}

function checkNumber(number: string): PayErrors {
  if (number === '') return { number: 'incomplete_number' };
  if (!hasValidCheckDigit(number)) return { number: 'incorrect_number' };
  // A number that is not on the list of test cards may belong to a real card. So the sandbox refuses the number and
  // never stores it.
  return findTestCard(number) ? {} : { number: 'test_mode_live_card' };
}

function checkExpiry(expiry: { month: number; year: number } | undefined, now: Date): PayErrors {
  if (!expiry) return { expiry: 'incomplete_expiry' };
  const pastYear = expiry.year < now.getUTCFullYear();
  const pastMonth = expiry.year === now.getUTCFullYear() && expiry.month < now.getUTCMonth() + 1;
  return pastYear || pastMonth ? { expiry: 'invalid_expiry_year_past' } : {};
}

/** Reads an expiry date such as `12 / 34`, `12/2034` or `1234`. */
function parseExpiry(text: string): { month: number; year: number } | undefined {
  const found = /^(0?[1-9]|1[0-2])\s*[/-]?\s*(?:20)?(\d{2})$/.exec(text);
  return found ? { month: Number(found[1]), year: 2000 + Number(found[2]) } : undefined;
}

function isEmail(text: string): boolean {
  return /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);
}
