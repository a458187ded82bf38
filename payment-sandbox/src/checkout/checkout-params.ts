import type Stripe from 'stripe';
import { invalidRequest, missingParam } from '../api/sandbox-error.ts';
import { buildLineItem } from '../objects/line-item.ts';
import type { BoughtProduct, IntentData, LineItem } from '../objects/objects.ts';
import type { Params } from '../api/params.ts';
import { secondsNow } from '../objects/object-store.ts';
import type { SandboxTransaction } from '../transaction.ts';

const SHORTEST_SECONDS = 30 * 60;
const LONGEST_SECONDS = 24 * 60 * 60;
const MAX_LINE_ITEMS = 100;
const MAX_AMOUNT = 99_999_999;

/** The smallest amount that the provider accepts for each currency, in pence or cents. */
const SMALLEST_CHARGE = { gbp: 30, eur: 50, usd: 50 } as const;

export type Currency = keyof typeof SMALLEST_CHARGE;

export function readCurrency(params: Params): Currency {
  const text = params.requiredText('currency').toLowerCase();
  if (text === 'gbp' || text === 'eur' || text === 'usd') return text;
  throw invalidRequest(
    `Invalid currency: ${text}. The sandbox has gbp, eur and usd.`,
    params.nameOf('currency'),
  );
}

export function assertChargeable(amount: number, currency: Currency, param: string): void {
  const smallest = SMALLEST_CHARGE[currency];
  if (amount < smallest) {
    throw invalidRequest(
      `Amount must be at least ${formatAmount(smallest, currency)} ${currency}.`,
      param,
      'amount_too_small',
    );
  }
  if (amount > MAX_AMOUNT) {
    throw invalidRequest(
      `Amount must be no more than ${formatAmount(MAX_AMOUNT, currency)} ${currency}.`,
      param,
      'amount_too_large',
    );
  }
}

export function formatAmount(amount: number, currency: string): string {
  return new Intl.NumberFormat('en-GB', { style: 'currency', currency }).format(amount / 100);
}

interface BoughtLine {
  item: LineItem;
  product: BoughtProduct;
  currency: Currency;
}

/** Reads the line items and adds up their total. All lines must have the same currency. */
export function readLineItems(tx: SandboxTransaction, params: Params) {
  const lines = params.list('line_items');
  if (lines.length === 0) throw missingParam('line_items');
  if (lines.length > MAX_LINE_ITEMS) {
    throw invalidRequest(`line_items can have up to ${MAX_LINE_ITEMS} items.`, 'line_items');
  }
  const read = lines.map((line) => readLineItem(tx, line));
  const currency = read[0]?.currency ?? 'gbp';
  if (read.some((line) => line.currency !== currency)) {
    throw invalidRequest('All line items must use the same currency.', 'line_items');
  }
  const total = read.reduce((sum, { item }) => sum + item.amount_total, 0);
  assertChargeable(total, currency, 'line_items');
  return {
    items: read.map((line) => line.item),
    products: read.map((line) => line.product),
    currency,
    total,
  };
}

function readLineItem(tx: SandboxTransaction, line: Params): BoughtLine {
  const price = line.child('price_data');
  if (!price) throw missingParam(line.nameOf('price_data'));
  const productData = price.child('product_data');
  if (!productData) throw missingParam(price.nameOf('product_data'));
  const product = {
    name: productData.requiredText('name'),
    description: productData.text('description') ?? null,
    images: productData.texts('images'),
  };
  productData.metadata();
  const currency = readCurrency(price);
  const item = buildLineItem({
    now: tx.now,
    currency,
    unitAmount: price.requiredInteger('unit_amount', { min: 0 }),
    quantity: line.requiredInteger('quantity', { min: 1 }),
    name: product.name,
    metadata: line.metadata() ?? {},
  });
  return { item, product, currency };
}

/**
 * Reads the end of the session in seconds since 1970, by default 24 hours from now. Throws unless the end is 30
 * minutes to 24 hours from now.
 */
export function readExpiresAt(tx: SandboxTransaction, params: Params): number {
  const now = secondsNow(tx);
  const expiresAt = params.integer('expires_at') ?? now + LONGEST_SECONDS;
  if (expiresAt < now + SHORTEST_SECONDS) {
    throw invalidRequest(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      'expires_at',
    );
  }
  if (expiresAt > now + LONGEST_SECONDS) {
    throw invalidRequest(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      'expires_at',
    );
  }
  return expiresAt;
}

export function readIntentData(params: Params | undefined): IntentData {
  return {
    metadata: params?.metadata() ?? {},
    description: params?.text('description') ?? null,
    receiptEmail: params?.text('receipt_email') ?? null,
    setupFutureUsage: params?.oneOf('setup_future_usage', ['off_session', 'on_session']) ?? null,
    statementDescriptorSuffix: params?.text('statement_descriptor_suffix') ?? null,
  };
}

/**
 * Reads whether buyers can save their card. The payment sandbox refuses related options, such as removing saved cards.
 */
export function readSavedMethodOptions(
  params: Params | undefined,
): Stripe.Checkout.Session.SavedPaymentMethodOptions | null {
  if (!params) return null;
  return {
    allow_redisplay_filters: ['always'],
    payment_method_remove: 'disabled',
    payment_method_save: params.oneOf('payment_method_save', ['disabled', 'enabled']) ?? 'disabled',
  };
}

/** Reads the allowed ways to pay. The payment sandbox knows only cards and refuses everything else. */
export function readAllowedTypes(params: Params): 'card'[] | null {
  const types = params.texts('allowed_payment_method_types');
  const unknown = types.find((type) => type !== 'card');
  if (unknown !== undefined) {
    throw invalidRequest(
      `The payment method type "${unknown}" is invalid: the sandbox accepts only cards.`,
      'allowed_payment_method_types',
    );
  }
  return types.length > 0 ? ['card'] : null;
}
