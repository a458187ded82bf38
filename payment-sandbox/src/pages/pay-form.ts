import { findTestCard, hasValidCheckDigit, makeCardOnFile } from '../payments/test-cards.ts';
import type { Payer } from '../checkout/checkout-payments.ts';

const FIELD_NAMES = ['email', 'number', 'expiry', 'cvc', 'name'] as const;
const MAX_LENGTH = 200;

export type PayField = (typeof FIELD_NAMES)[number];
export type PayValues = Record<PayField, string> & { keepCard: boolean };
/** An error code for each wrong field. */
export type PayErrors = Partial<Record<PayField, string>>;

export const EMPTY_VALUES: PayValues = {
  email: '',
  number: '',
  expiry: '',
  cvc: '',
  name: '',
  keepCard: false,
};

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

/**
 * Returns what the form shows again after a failed attempt. The security code is always typed again, and so is a number
 * that may belong to a real card.
 */
export function pickKeptValues(values: PayValues): PayValues {
  return { ...values, cvc: '', number: findTestCard(readDigits(values.number)) ? values.number : '' };
}

/** Checks all fields. Returns the payer when all fields are right, and otherwise an error code for each wrong field. */
export function checkPayValues(values: PayValues, now: Date): { payer: Payer } | { errors: PayErrors } {
  const number = readDigits(values.number);
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

function readDigits(number: string): string {
  return number.replaceAll(/[\s-]/g, '');
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
