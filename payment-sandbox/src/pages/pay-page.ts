import { formatAmount } from '../checkout/checkout-params.ts';
import { TEST_CARDS } from '../payments/test-cards.ts';
import { offersToKeepCard } from '../checkout/checkout-payments.ts';
import type { HostedSession } from './hosted-session.ts';
import { html, type Html } from '@foyer/server/http/html.ts';
import { renderDocument } from './layout.ts';
import { findFieldMessage, type PayErrors, type PayField, type PayValues } from './pay-form.ts';

export interface PayPage {
  hosted: HostedSession;
  merchant: string;
  /** What the fields show at first. */
  values: PayValues;
  errors: PayErrors;
  /** The provider's message about the declined card of the last attempt. */
  decline: string | null;
}

interface FieldLook {
  name: PayField;
  label: string;
  attributes: Html;
}

const FIELDS = {
  number: {
    name: 'number',
    label: 'Card number',
    attributes: html`inputmode="numeric" autocomplete="cc-number" placeholder="4242 4242 4242 4242"`,
  },
  expiry: {
    name: 'expiry',
    label: 'Expiry date (MM / YY)',
    attributes: html`inputmode="numeric" autocomplete="cc-exp" placeholder="12 / 34"`,
  },
  cvc: {
    name: 'cvc',
    label: 'Security code',
    attributes: html`inputmode="numeric" autocomplete="cc-csc" placeholder="123" maxlength="4"`,
  },
  name: { name: 'name', label: 'Name on card', attributes: html`autocomplete="cc-name"` },
} as const satisfies Record<string, FieldLook>;

const ARROW = html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M19 12H5m6-6-6 6 6 6" /></svg>`;

export function renderPayPage(page: PayPage): string {
  const { session } = page.hosted;
  const total = formatAmount(session.amount_total ?? 0, session.currency ?? 'gbp');
  const failed = page.decline !== null || Object.keys(page.errors).length > 0;
  return renderDocument({
    title: `${failed ? 'Not paid yet: ' : ''}Pay ${page.merchant} ${total}`,
    body: html`<main class="pay">
      <div class="ticket">${renderOrder(page, total)} ${renderForm(page, total)}</div>
      ${renderTestCards()}
    </main>`,
  });
}

function renderOrder({ hosted, merchant }: PayPage, total: string): Html {
  const { session, lines } = hosted;
  const about = findCommonNote(lines);
  return html`<section class="order" aria-labelledby="order-title">
    ${
      session.cancel_url && html`<a class="back" href="${session.cancel_url}">${ARROW} Cancel and go back</a>`
    }
    <h1 id="order-title">
      <span class="order-merchant">Pay ${merchant}</span> <span class="order-total">${total}</span>
    </h1>
    ${renderAbout(about, lines[0]?.product?.images[0])}
    <ul class="order-lines">
      ${lines.map(
        ({ item, product }) =>
          html`<li>
            <span class="line-name">${item.description}</span>
            <span class="line-amount">${formatPrice(item.amount_total, item.currency)}</span>
            ${
              product?.description &&
              product.description !== about &&
              html`<span class="line-note">${product.description}</span>`
            }
            ${
              item.quantity !== null &&
              item.quantity > 1 &&
              item.amount_total > 0 &&
              html`<span class="line-note"
                >${item.quantity} at ${formatAmount(item.price.unit_amount ?? 0, item.currency)} each</span
              >`
            }
          </li>`,
      )}
    </ul>
  </section>`;
}

/** Returns what every line says about its product, so that the page says it once, beside the picture. */
function findCommonNote(lines: HostedSession['lines']): string | null {
  const [note, ...others] = new Set(lines.map(({ product }) => product?.description ?? null));
  return note && others.length === 0 ? note : null;
}

/** Shows each part of the note on a line of its own: Foyer writes the title, the time and the place of the event. */
function renderAbout(note: string | null, picture: string | undefined): Html | null {
  if (note === null && picture === undefined) return null;
  return html`<div class="order-about">
    ${picture && html`<img class="order-picture" src="${picture}" alt="" width="112" height="112" />`}
    ${note && html`<p>${note.split(' · ').map((part) => html`<span>${part}</span> `)}</p>`}
  </div>`;
}

function formatPrice(amount: number, currency: string): string {
  return amount === 0 ? 'Free' : formatAmount(amount, currency);
}

function renderForm(page: PayPage, total: string): Html {
  return html`<section class="payment" aria-labelledby="payment-title">
    <h2 id="payment-title">Pay with a card</h2>
    ${
      page.decline !== null &&
      html`<div class="decline" role="alert" tabindex="-1" autofocus>
        <p><strong>${page.decline}</strong></p>
        <p>You have not been charged. Check the details, or use a different card.</p>
      </div>`
    }
    <form method="post" novalidate>
      ${renderField(page, {
        name: 'email',
        label: 'Email',
        attributes: page.hosted.knownEmail === null ? html`autocomplete="email"` : html`readonly`,
      })}
      ${renderField(page, FIELDS.number)}
      <div class="field-pair">${renderField(page, FIELDS.expiry)} ${renderField(page, FIELDS.cvc)}</div>
      ${renderField(page, FIELDS.name)} ${offersToKeepCard(page.hosted.session) && renderKeepCard(page)}
      <button class="button" type="submit">Pay ${total}</button>
    </form>
  </section>`;
}

function renderField(page: PayPage, field: FieldLook): Html {
  const id = `pay-${field.name}`;
  const code = page.errors[field.name];
  const error = code !== undefined && findFieldMessage(field.name, code);
  const firstWrong = Object.keys(page.errors)[0];
  return html`<div class="field">
    <label for="${id}">${field.label}</label>
    <input
      id="${id}"
      name="${field.name}"
      type="${field.name === 'email' ? 'email' : 'text'}"
      value="${valueOf(page, field.name)}"
      required
      ${field.attributes}
      ${error && html`aria-invalid="true" aria-describedby="${id}-error"`}
      ${firstWrong === field.name && html`autofocus`}
    />
    ${error && html`<p class="field-error" id="${id}-error">${error}</p>`}
  </div>`;
}

function renderKeepCard({ values }: PayPage): Html {
  return html`<div class="choice">
    <input id="pay-keep-card" name="keepCard" type="checkbox" ${values.keepCard && html`checked`} />
    <label for="pay-keep-card">Keep this card for my next purchases</label>
  </div>`;
}

/** Returns the first value of a field. The email address from the shop cannot be changed. */
function valueOf({ hosted, values }: PayPage, name: PayField): string {
  return name === 'email' ? (hosted.knownEmail ?? values.email) : values[name];
}

function renderTestCards(): Html {
  return html`<aside class="test-cards" aria-labelledby="test-cards-title">
    <h2 id="test-cards-title">Test cards</h2>
    <p>No real money moves on this page. Use one of these cards with any future date and any three digits.</p>
    <dl>
      ${TEST_CARDS.map(
        (card) =>
          html`<div>
            <dt>${groupDigits(card.number)}</dt>
            <dd>${card.purpose}</dd>
          </div>`,
      )}
    </dl>
  </aside>`;
}

function groupDigits(number: string): string {
  return number.replaceAll(/\d{4}(?=\d)/g, '$& ');
}
