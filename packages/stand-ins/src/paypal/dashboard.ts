import { html, type Html } from '@pax/contracts/html';
import { deliveryCard } from '../delivery/delivery-card.js';
import type { FaultRegistry } from '../faults/fault-registry.js';
import { faultSection } from '../server/fault-section.js';
import { buttonForm, moment, page } from '../server/page.js';
import { orderCard, webhookCard } from './orders/order-cards.js';
import type { OrderRecord, WebhookRecord } from './orders/orders-state.js';
import { grossCents } from './payment-form.js';
import type { NotificationRecord, PaymentRecord, PaymentStatus } from './paypal-state.js';

const SHOWN = 50;
const TAGS: Record<PaymentStatus, string> = {
  Completed: 'good',
  Pending: 'wait',
  Denied: 'bad',
  Reversed: 'bad',
};

export interface DashboardView {
  readonly payments: readonly PaymentRecord[];
  readonly notifications: readonly NotificationRecord[];
  readonly orders: readonly OrderRecord[];
  readonly webhooks: readonly WebhookRecord[];
  readonly faults: FaultRegistry;
}

/** The operator's dashboard: payments, notifications with every try, and fault controls. */
export function dashboardPage(view: DashboardView): Html {
  const { payments, notifications, orders, webhooks, faults } = view;
  return page({
    title: 'PayPal · Sandbox',
    body: html`<h1>PayPal</h1>
      <p class="quiet small">
        Notifications go to the address that the form names, webhooks of orders to the shop. Everything here
        is made up; no money moves.
      </p>
      ${faultSection(faults, ['paypal.ipn', 'paypal.verify', 'paypal.api', 'paypal.webhook'], '/paypal')}
      <h2>Orders</h2>
      ${orNone(orders.slice(0, SHOWN).map(orderCard))}
      <h2>Webhooks</h2>
      <div class="buttons">${buttonForm('/paypal/webhooks/release', 'Send all that are held back')}</div>
      <p></p>
      ${orNone(webhooks.slice(0, SHOWN).map(webhookCard))}
      <h2>Payments by the form</h2>
      ${orNone(payments.slice(0, SHOWN).map(paymentCard))}
      <h2>Notifications</h2>
      <div class="buttons">${buttonForm('/paypal/notifications/release', 'Send all that are held back')}</div>
      <p></p>
      ${orNone(notifications.slice(0, SHOWN).map(notificationCard))}`,
  });
}

function orNone(cards: readonly Html[]): Html | readonly Html[] {
  return cards.length === 0 ? html`<p class="quiet">None yet.</p>` : cards;
}

function paymentCard({ id, form, at, status, refundedCents }: PaymentRecord): Html {
  const gross = grossCents(form);
  const button = (act: string, label: string, isShown: boolean): Html | undefined =>
    isShown ? buttonForm(`/paypal/payments/${id}/act`, label, { act }) : undefined;
  const hasMoney = status === 'Completed' && refundedCents < gross;
  return html`<div class="card">
    <div class="row">
      <span class="amount">${(gross / 100).toFixed(2)} ${form.currency_code}</span>
      <span class="tag ${TAGS[status]}">${status}</span>
    </div>
    <div class="small quiet">
      ${moment(at)} · ${form.invoice} · <code>${id}</code>
      ${refundedCents > 0 ? html` · ${(refundedCents / 100).toFixed(2)} sent back` : undefined}
    </div>
    <div class="buttons">
      ${button('complete', 'The bank pays', status === 'Pending')}
      ${button('deny', 'The bank refuses', status === 'Pending')}
      ${button('refund', 'Refund the rest', hasMoney)}
      ${button('reverse', 'The buyer’s bank takes it', hasMoney)}
      ${button('cancel-reversal', 'The dispute is won', status === 'Reversed')}
    </div>
  </div>`;
}

function notificationCard(record: NotificationRecord): Html {
  const { id, label: title, at } = record;
  return deliveryCard({ title, id, at, resend: `/paypal/notifications/${id}/resend` }, record);
}
