import { html, type Html } from '@pax/contracts/html';
import { page } from '../server/page.js';
import { grossCents, type PaymentForm } from './payment-form.js';

const STYLE = `main { max-width: 30rem; padding-top: 8vh; } button { width: 100%; } .buttons { flex-direction: column; align-items: stretch; }
.total { font-size: 2rem; font-variant-numeric: tabular-nums; margin: .25rem 0 1rem; }`;

type Shown = Pick<PaymentForm, 'business' | 'item_name' | 'amount' | 'tax' | 'shipping' | 'currency_code'>;

/** The page on which a buyer pays a form or an order: goods, price, and a button for each outcome. */
export function payPage(form: Shown): Html {
  const button = (action: string, label: string, kind = ''): Html =>
    html`<button class="${kind}" name="action" value="${action}">${label}</button>`;
  return page({
    title: 'Pay by PayPal (sandbox)',
    bare: true,
    style: STYLE,
    body: html`<p class="quiet small">Sandbox payment page. No account is asked for and no money moves.</p>
      <div class="card">
        <p class="quiet small">To pay to ${form.business}</p>
        <p class="total">${(grossCents(form) / 100).toFixed(2)} ${form.currency_code}</p>
        <p>${form.item_name}</p>
        <form method="post" class="buttons">
          ${button('pay', 'Pay now', 'main')} ${button('pay_pending', 'Pay by bank, which takes days')}
          ${button('cancel', 'Back to the shop')}
        </form>
      </div>`,
  });
}

/** The page in place of the payment form when there is nothing to pay. */
export function closedPage(title: string, text: string): Html {
  const body = html`<div class="card">
    <h1>${title}</h1>
    <pre>${text}</pre>
  </div>`;
  return page({ title, bare: true, style: STYLE, body });
}
