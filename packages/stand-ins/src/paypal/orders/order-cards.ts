import { html, type Html } from '@pax/contracts/html';
import { deliveryCard } from '../../delivery/delivery-card.js';
import { buttonForm, moment } from '../../server/page.js';
import { leftOf } from './orders.js';
import type { OrderRecord, WebhookRecord } from './orders-state.js';

const TAGS: Readonly<Record<string, string>> = { COMPLETED: 'good', DECLINED: 'bad' };

/** An order on the dashboard, with its possible acts. */
export function orderCard(order: OrderRecord): Html {
  const { id, at, request, capture, status } = order;
  const [{ amount, invoice_id: invoice }] = request.purchase_units;
  const shown = capture?.status ?? status;
  const button = (act: string, label: string, isShown: boolean): Html | undefined =>
    isShown ? buttonForm(`/paypal/orders/${id}/act`, label, { act }) : undefined;
  const isPending = capture?.status === 'PENDING';
  const hasMoney = capture?.status === 'COMPLETED' && leftOf(order, capture) > 0;
  const isDisputed = hasMoney && capture.dispute !== undefined && !capture.dispute.end;
  return html`<div class="card">
    <div class="row">
      <span class="amount">${amount.value} ${amount.currency_code}</span>
      <span class="tag ${TAGS[shown] ?? 'wait'}">${shown}</span>
    </div>
    <div class="small quiet">${moment(at)} · ${invoice} · <code>${id}</code></div>
    <div class="buttons">
      ${button('decline', 'Decline its payment', !capture)} ${button('complete', 'The bank pays', isPending)}
      ${button('deny', 'The bank refuses', isPending)} ${button('refund', 'Refund the rest', hasMoney)}
      ${button('reverse', 'The buyer’s bank takes it', hasMoney)}
      ${button('dispute', 'The buyer disputes it', hasMoney && capture.dispute === undefined)}
      ${button('win-dispute', 'The dispute is won', isDisputed)}
      ${button('lose-dispute', 'The dispute is lost', isDisputed)}
    </div>
  </div>`;
}

/** A webhook message on the dashboard. */
export function webhookCard(record: WebhookRecord): Html {
  const { id, label: title, at } = record;
  return deliveryCard({ title, id, at, resend: `/paypal/webhooks/${id}/resend` }, record);
}
