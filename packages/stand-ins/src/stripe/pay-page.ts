import { html, type Html } from '@pax/contracts/html';
import { page } from '../server/page.js';
import { dollars } from './money.js';
import type { SessionRecord } from './stripe-state.js';

const STYLE = `main { max-width: 30rem; padding-top: 8vh; } button { width: 100%; } .buttons { flex-direction: column; align-items: stretch; }
.total { font-size: 2rem; font-variant-numeric: tabular-nums; margin: .25rem 0 1rem; } td:last-child { text-align: right; }`;

/** The page on which a buyer pays an open session: goods, price, and a button for each outcome. */
export function payPage(record: SessionRecord): Html {
  const { session, lineItems, declineMessage } = record;
  const rows = lineItems.map(
    (item) =>
      html`<tr>
        <td>${item.description ?? ''} × ${item.quantity ?? 1}</td>
        <td>${dollars(item.amount_total)}</td>
      </tr>`,
  );
  const button = (action: string, label: string, kind = ''): Html =>
    html`<button class="${kind}" name="action" value="${action}">${label}</button>`;
  return page({
    title: 'Pay by card (sandbox)',
    bare: true,
    style: STYLE,
    body: html`<p class="quiet small">Sandbox payment page. No card is asked for and no money moves.</p>
      ${declineMessage === undefined ? undefined : html`<p class="card alert" role="alert">${declineMessage}</p>`}
      <div class="card">
        <p class="quiet small">To pay</p>
        <p class="total">${dollars(session.amount_total ?? 0)}</p>
        <table>
          ${rows}
        </table>
        <form method="post" class="buttons">
          ${button('pay', 'Pay now', 'main')} ${button('pay_later', 'Pay with a delayed method')}
          ${button('fail', 'Pay with a card that is declined')} ${button('cancel', 'Back to the shop')}
        </form>
      </div>
      <p class="quiet small">
        Payable until ${new Date(session.expires_at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC
      </p>`,
  });
}

/** The page in place of the payment form when there is nothing (more) to pay. */
export function closedPage(title: string, text: string): Html {
  return page({
    title,
    bare: true,
    style: STYLE,
    body: html`<div class="card">
      <h1>${title}</h1>
      <p>${text}</p>
    </div>`,
  });
}
