import type { Stripe } from 'stripe';
import type { FaultRegistry } from '../faults/fault-registry.js';
import { deliveryCard } from '../delivery/delivery-card.js';
import { faultSection } from '../server/fault-section.js';
import { html, type Html } from '@pax/contracts/html';
import { buttonForm, moment, page } from '../server/page.js';
import { dollars } from './money.js';
import type { EventRecord, SessionRecord } from './stripe-state.js';

const SHOWN = 50;
const SECOND_MS = 1000;

export interface DashboardView {
  readonly webhookUrl: string;
  readonly sessions: readonly SessionRecord[];
  readonly events: readonly EventRecord[];
  readonly refunds: readonly Stripe.Refund[];
  readonly disputes: readonly Stripe.Dispute[];
  readonly isLaterOpen: (record: SessionRecord) => boolean;
  readonly faults: FaultRegistry;
}

/** The operator's dashboard: sessions, events with every try, refunds, and fault controls. */
export function dashboardPage(view: DashboardView): Html {
  return page({
    title: 'Stripe · Sandbox',
    body: html`<h1>Stripe</h1>
      <p class="quiet small">
        Events go to <code>${view.webhookUrl}</code>. Everything here is made up; no money moves.
      </p>
      ${faultSection(view.faults, ['stripe.api', 'stripe.webhook'], '/stripe')}
      <h2>Sessions</h2>
      ${orNone(view.sessions.slice(0, SHOWN).map((one) => sessionCard(one, view.isLaterOpen(one))))}
      <h2>Events</h2>
      <div class="buttons">
        ${buttonForm('/stripe/events/release', 'Send all that are held back')}
        ${buttonForm('/stripe/keys/forget', 'Forget all idempotency keys')}
      </div>
      <p></p>
      ${orNone(view.events.slice(0, SHOWN).map(eventCard))}
      <h2>Refunds</h2>
      ${orNone(view.refunds.slice(0, SHOWN).map(refundCard))}
      <h2>Disputes</h2>
      ${orNone(view.disputes.slice(0, SHOWN).map(disputeCard))} `,
  });
}

function orNone(cards: readonly Html[]): Html | readonly Html[] {
  return cards.length === 0 ? html`<p class="quiet">None yet.</p>` : cards;
}

function sessionCard({ session }: SessionRecord, laterOpen: boolean): Html {
  const open = session.status === 'open';
  const { payment_intent: intent } = session;
  const paid = session.payment_status === 'paid' && typeof intent === 'string' ? intent : undefined;
  const byHand = (act: string, label: string): Html | undefined =>
    paid === undefined ? undefined : buttonForm(`/stripe/payments/${paid}/${act}`, label);
  const later = `/stripe/sessions/${session.id}/later`;
  return html`<div class="card">
    <div class="row">
      <span class="amount">${dollars(session.amount_total ?? 0)}</span>
      <span>${sessionTag(session)} <span class="tag">${session.payment_status}</span></span>
    </div>
    <div class="small quiet">
      ${moment(session.created * SECOND_MS)} · ${session.client_reference_id ?? 'no reference'} ·
      <code>${session.id}</code>
    </div>
    <div class="buttons">
      ${open ? html`<a href="/stripe/pay/${session.id}">Open the payment page</a>` : undefined}
      ${open ? buttonForm(`/stripe/sessions/${session.id}/expire`, 'Let it expire') : undefined}
      ${byHand('refund', 'Refund the rest')} ${byHand('dispute', 'The buyer disputes it')}
      ${byHand('warn', 'The bank warns of fraud')}
      ${laterOpen ? buttonForm(later, 'The later payment arrives', { action: 'succeed' }) : undefined}
      ${laterOpen ? buttonForm(later, 'The later payment fails', { action: 'fail' }) : undefined}
    </div>
  </div>`;
}

function sessionTag({ status }: Stripe.Checkout.Session): Html {
  const kind = status === 'complete' ? 'good' : status === 'expired' ? 'bad' : 'wait';
  return html`<span class="tag ${kind}">${status ?? ''}</span>`;
}

function eventCard(record: EventRecord): Html {
  const { type: title, id, created } = record.event;
  return deliveryCard({ title, id, at: created * SECOND_MS, resend: `/stripe/events/${id}/resend` }, record);
}

function disputeCard({ id, amount, status }: Stripe.Dispute): Html {
  const close = (outcome: string, label: string): Html | undefined =>
    status === 'needs_response' ? buttonForm(`/stripe/disputes/${id}/close`, label, { outcome }) : undefined;
  return html`<div class="card row">
    <span class="amount">${dollars(amount)}</span><span class="tag">${status}</span>
    <span class="small quiet"><code>${id}</code></span>
    ${close('won', 'The shop wins')} ${close('lost', 'The buyer wins')}
  </div>`;
}

function refundCard(refund: Stripe.Refund): Html {
  return html`<div class="card row">
    <span class="amount">${dollars(refund.amount)}</span><span class="tag">${refund.status ?? ''}</span>
    <span class="small quiet">${moment(refund.created * SECOND_MS)} · <code>${refund.id}</code></span>
    ${refund.status === 'succeeded' ? buttonForm(`/stripe/refunds/${refund.id}/bounce`, 'The bank sends it back') : undefined}
  </div>`;
}
