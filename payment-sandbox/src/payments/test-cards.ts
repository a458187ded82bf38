import { createHash } from 'node:crypto';

export interface CardDecline {
  code: string;
  declineCode: string | null;
  message: string;
}

export interface TestCard {
  number: string;
  brand: 'visa' | 'mastercard';
  /** Explains what this test card simulates. The card page shows this text in its list of test cards. */
  purpose: string;
  decline: CardDecline | null;
  /**
   * The result of refunds to this card: they succeed at once, succeed later, or (`fail later`) seem to succeed and
   * then fail.
   */
  refunds: 'at once' | 'later' | 'fail later';
  /** The API takes no card numbers. Instead, a call names this card by one of these ids. */
  tokens: readonly string[];
}

export interface CardOnFile {
  number: string;
  brand: string;
  expMonth: number;
  expYear: number;
  fingerprint: string;
}

const accepted = { decline: null, refunds: 'at once' } as const;

function declining(code: string, declineCode: string | null, message: string) {
  return { decline: { code, declineCode, message }, refunds: 'at once' } as const;
}

export const TEST_CARDS: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', purpose: 'Pays', ...accepted, tokens: ['pm_card_visa'] },
  {
    number: '5555555555554444',
    brand: 'mastercard',
    purpose: 'Pays',
    ...accepted,
    tokens: ['pm_card_mastercard'],
  },
  {
    number: '4000000000000002',
    brand: 'visa',
    purpose: 'Is declined',
    ...declining('card_declined', 'generic_decline', 'Your card was declined.'),
    tokens: ['pm_card_chargeDeclined', 'pm_card_visa_chargeDeclined'],
  },
  {
    number: '4000000000009995',
    brand: 'visa',
    purpose: 'Is declined: insufficient funds',
    ...declining('card_declined', 'insufficient_funds', 'Your card has insufficient funds.'),
    tokens: ['pm_card_chargeDeclinedInsufficientFunds', 'pm_card_visa_chargeDeclinedInsufficientFunds'],
  },
  {
    number: '4000000000000069',
    brand: 'visa',
    purpose: 'Is declined: expired card',
    ...declining('expired_card', null, 'Your card has expired.'),
    tokens: ['pm_card_chargeDeclinedExpiredCard', 'pm_card_visa_chargeDeclinedExpiredCard'],
  },
  {
    number: '4000000000000127',
    brand: 'visa',
    purpose: 'Is declined: wrong security code',
    ...declining('incorrect_cvc', null, 'Your card’s security code is incorrect.'),
    tokens: ['pm_card_chargeDeclinedIncorrectCvc', 'pm_card_visa_chargeDeclinedIncorrectCvc'],
  },
  {
    number: '4000000000000119',
    brand: 'visa',
    purpose: 'Fails with a processing error',
    ...declining(
      'processing_error',
      null,
      'An error occurred while processing your card. Try again in a little bit.',
    ),
    tokens: ['pm_card_chargeDeclinedProcessingError', 'pm_card_visa_chargeDeclinedProcessingError'],
  },
  {
    number: '4000000000007726',
    brand: 'visa',
    purpose: 'Pays; a refund stays pending for a while',
    decline: null,
    refunds: 'later',
    tokens: ['pm_card_pendingRefund'],
  },
  {
    number: '4000000000005126',
    brand: 'visa',
    purpose: 'Pays; a refund fails after a while',
    decline: null,
    refunds: 'fail later',
    tokens: ['pm_card_refundFail'],
  },
];

export function findTestCard(number: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.number === number);
}

export function findTestCardByToken(token: string): TestCard | undefined {
  return TEST_CARDS.find((card) => card.tokens.includes(token));
}

export function makeCardOnFile(card: TestCard, expiry: { month: number; year: number }): CardOnFile {
  return {
    number: card.number,
    brand: card.brand,
    expMonth: expiry.month,
    expYear: expiry.year,
    fingerprint: createHash('sha256').update(card.number).digest('base64url').slice(0, 16),
  };
}

/** Tells whether a card number has 12 to 19 digits and the right check digit (Luhn). */
export function hasValidCheckDigit(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = Array.from(number)
    .toReversed()
    .reduce((total, digit, position) => {
      const value = Number(digit) * (position % 2 === 1 ? 2 : 1);
      return total + (value > 9 ? value - 9 : value);
    }, 0);
  return sum % 10 === 0;
}
