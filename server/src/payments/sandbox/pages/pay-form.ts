import { findTestCard, hasValidCheckDigit, makeCardOnFile } from '../cards.ts';
import type { Payer } from '../checkout-payments.ts';

const FIELD_NAMES = ['email', 'number', 'expiry', 'cvc', 'name'] as const;
const MAX_LENGTH = 200;

export type PayField = (typeof FIELD_NAMES)[number];
export type PayValues = Record<PayField, string> & { keepCard: boolean };
export type PayErrors = Partial<Record<PayField, { code: string; message: string }>>;

export const EMPTY_VALUES: PayValues = {
  email: '',
  number: '',
  expiry: '',
  cvc: '',
  name: '',
  keepCard: false,
};

export function readPayValues(form: URLSearchParams): PayValues {
  const values = { ...EMPTY_VALUES, keepCard: form.has('keepCard') };
  for (const name of FIELD_NAMES) values[name] = (form.get(name) ?? '').trim().slice(0, MAX_LENGTH);
  return values;
}

/** The payer that the form describes, or what is wrong with each field. */
export function checkPayValues(values: PayValues, now: Date): { payer: Payer } | { errors: PayErrors } {
  const number = values.number.replaceAll(/[\s-]/g, '');
  const card = findTestCard(number);
  const expiry = parseExpiry(values.expiry);
  const errors: PayErrors = {
    ...(isEmail(values.email) ? {} : mistake('email', 'email_invalid', 'Enter an email address.')),
    ...checkNumber(number),
    ...checkExpiry(expiry, now),
    ...(/^\d{3,4}$/.test(values.cvc)
      ? {}
      : mistake('cvc', 'incomplete_cvc', 'Your card’s security code is incomplete.')),
    ...(values.name === '' ? mistake('name', 'name_required', 'Enter the name on the card.') : {}),
  };
  if (!card || !expiry || Object.keys(errors).length > 0) return { errors };
  const { email, name, keepCard: keepsCard } = values;
  return { payer: { card: makeCardOnFile(card, expiry), email, name, keepsCard } };
}

function checkNumber(number: string): PayErrors {
  if (number === '') return mistake('number', 'incomplete_number', 'Your card number is incomplete.');
  if (!hasValidCheckDigit(number)) {
    return mistake('number', 'incorrect_number', 'Your card number is incorrect.');
  }
  if (findTestCard(number)) return {};
  // This may be somebody's real card: it is refused here, before anything of it is kept.
  return mistake(
    'number',
    'test_mode_live_card',
    'This is not a test card. Nothing was charged; please use one of the cards listed here.',
  );
}

function checkExpiry(expiry: { month: number; year: number } | undefined, now: Date): PayErrors {
  if (!expiry) return mistake('expiry', 'incomplete_expiry', 'Enter the date as month and year: MM / YY.');
  const pastYear = expiry.year < now.getUTCFullYear();
  const pastMonth = expiry.year === now.getUTCFullYear() && expiry.month < now.getUTCMonth() + 1;
  if (!pastYear && !pastMonth) return {};
  return mistake('expiry', 'invalid_expiry_year_past', 'Your card’s expiry date is in the past.');
}

/** `12 / 34`, `12/2034` or `1234`. */
function parseExpiry(text: string): { month: number; year: number } | undefined {
  const found = /^(0?[1-9]|1[0-2])\s*[/-]?\s*(?:20)?(\d{2})$/.exec(text);
  return found ? { month: Number(found[1]), year: 2000 + Number(found[2]) } : undefined;
}

function isEmail(text: string): boolean {
  return /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(text);
}

function mistake(field: PayField, code: string, message: string): PayErrors {
  return { [field]: { code, message } };
}
