import type { Stripe } from 'stripe';
import type { FaultRegistry } from '../faults.js';
import { deliveryCard, type MessageSender } from '../message-sender.js';
import { faultControls } from '../server/fault-controls.js';
import { html, type Html } from '@pax/contracts/html';
import { buttonForm, renderMoment, renderPage } from '../server/page.js';
import {
  formatDollarAmount,
  type EventRecord,
  type SessionRecord,
  type EventLog,
  type StripeState,
} from './stripe-state.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Disputes } from './disputes.js';
import type { IdempotencyKeys } from './api-call.js';
import type { Payments } from './payments.js';
import type { Refunds } from './refunds.js';
import type { Sessions } from './sessions.js';
import { invalidRequest, StripeError } from './stripe-errors.js';

const SHOWN = 50;
const SECOND_MS = 1000;

export interface DashboardView {
  readonly webhookUrl: string;
  readonly sessions: readonly SessionRecord[];
  readonly events: readonly EventRecord[];
  readonly refunds: readonly Stripe.Refund[];
  readonly disputes: readonly Stripe.Dispute[];
  readonly isDelayedPaymentOpen: (record: SessionRecord) => boolean;
  readonly faults: FaultRegistry;
}

/**
 * The operator's dashboard of the Stripe stand-in: sessions, events with all attempts, refunds, and controls for
 * faults.
 */
export function dashboardPage(view: DashboardView): Html {
  return renderPage({
    title: 'Stripe · Sandbox',
    body: html`<h1>Stripe</h1>
      <p class="quiet small">
        Events go to <code>${view.webhookUrl}</code>. Everything here is made up; no money moves.
      </p>
      ${faultControls(view.faults, ['stripe.api', 'stripe.webhook'], '/stripe')}
      <h2>Sessions</h2>
      ${cardsOrNone(view.sessions.slice(0, SHOWN).map((one) => sessionCard(one, view.isDelayedPaymentOpen(one))))}
      <h2>Events</h2>
      <div class="buttons">
        ${buttonForm('/stripe/events/release', 'Send all that are held back')}
        ${buttonForm('/stripe/keys/forget', 'Forget all idempotency keys')}
      </div>
      <p></p>
      ${cardsOrNone(view.events.slice(0, SHOWN).map(eventCard))}
      <h2>Refunds</h2>
      ${cardsOrNone(view.refunds.slice(0, SHOWN).map(refundCard))}
      <h2>Disputes</h2>
      ${cardsOrNone(view.disputes.slice(0, SHOWN).map(disputeCard))} `,
  });
}

function cardsOrNone(cards: readonly Html[]): Html | readonly Html[] {
  return cards.length === 0 ? html`<p class="quiet">None yet.</p>` : cards;
}

function sessionCard({ session }: SessionRecord, isDelayedPaymentOpen: boolean): Html {
  const open = session.status === 'open';
  const { payment_intent: intent } = session;
  const paid = session.payment_status === 'paid' && typeof intent === 'string' ? intent : undefined;
  const createManualButton = (act: string, label: string): Html | undefined =>
    paid === undefined ? undefined : buttonForm(`/stripe/payments/${paid}/${act}`, label);
  const later = `/stripe/sessions/${session.id}/later`;
  return html`<div class="card">
    <div class="row">
      <span class="amount">${formatDollarAmount(session.amount_total ?? 0)}</span>
      <span>${sessionTag(session)} <span class="tag">${session.payment_status}</span></span>
    </div>
    <div class="small quiet">
      ${renderMoment(session.created * SECOND_MS)} · ${session.client_reference_id ?? 'no reference'} ·
      <code>${session.id}</code>
    </div>
    <div class="buttons">
      ${open ? html`<a href="/stripe/pay/${session.id}">Open the payment page</a>` : undefined}
      ${open ? buttonForm(`/stripe/sessions/${session.id}/expire`, 'Let it expire') : undefined}
      ${createManualButton('refund', 'Refund the rest')}
      ${createManualButton('dispute', 'The buyer disputes it')}
      ${createManualButton('warn', 'The bank warns of fraud')}
      ${isDelayedPaymentOpen ? buttonForm(later, 'The later payment arrives', { action: 'succeed' }) : undefined}
      ${isDelayedPaymentOpen ? buttonForm(later, 'The later payment fails', { action: 'fail' }) : undefined}
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
  const createCloseButton = (outcome: string, label: string): Html | undefined =>
    status === 'needs_response' ? buttonForm(`/stripe/disputes/${id}/close`, label, { outcome }) : undefined;
  return html`<div class="card row">
    <span class="amount">${formatDollarAmount(amount)}</span><span class="tag">${status}</span>
    <span class="small quiet"><code>${id}</code></span>
    ${createCloseButton('won', 'The shop wins')} ${createCloseButton('lost', 'The buyer wins')}
  </div>`;
}

function refundCard(refund: Stripe.Refund): Html {
  return html`<div class="card row">
    <span class="amount">${formatDollarAmount(refund.amount)}</span
    ><span class="tag">${refund.status ?? ''}</span>
    <span class="small quiet">${renderMoment(refund.created * SECOND_MS)} · <code>${refund.id}</code></span>
    ${refund.status === 'succeeded' ? buttonForm(`/stripe/refunds/${refund.id}/bounce`, 'The bank sends it back') : undefined}
  </div>`;
}

export interface ControlRouteDeps {
  readonly state: StripeState;
  readonly sessions: Sessions;
  readonly payments: Payments;
  readonly refunds: Refunds;
  readonly disputes: Disputes;
  readonly events: EventLog;
  readonly sender: MessageSender<EventRecord>;
  readonly keys: IdempotencyKeys;
}

type ById = FastifyRequest<{ Params: { id: string } }>;
const laterSchema = z.object({ action: z.enum(['succeed', 'fail']) });
const amountSchema = z.object({ cents: z.coerce.number().int().positive().optional() });
const outcomeSchema = z.object({ outcome: z.enum(['won', 'lost']) });
const resendSchema = z.object({ copies: z.coerce.number().int().min(1).max(100).default(1) });

/**
 * Mounts the control endpoints below `/stripe`, by which people and tests act as buyer, bank and Stripe. Browsers are
 * redirected to the dashboard, others get JSON.
 */
export function mountControlRoutes(app: FastifyInstance, deps: ControlRouteDeps): void {
  const { state, sessions, payments, refunds, disputes, events, sender, keys } = deps;
  app.get('/stripe/state', () => {
    sessions.expireDue();
    const { answers: _private, ...visible } = state;
    return visible;
  });
  app.post('/stripe/sessions/:id/later', (request: ById, reply) => {
    const record = sessions.get(request.params.id);
    const { action } = readBody(laterSchema, request.body);
    if (!payments.isDelayedPaymentOpen(record))
      throw new StripeError(409, 'No payment of this session is on its way.');
    if (action === 'succeed') payments.completeDelayedPayment(record);
    else payments.failDelayedPayment(record);
    return answerControl(request, reply, record.session);
  });
  app.post('/stripe/sessions/:id/expire', (request: ById, reply) =>
    answerControl(request, reply, sessions.expire(request.params.id)),
  );
  app.post('/stripe/payments/:id/refund', (request: ById, reply) => {
    const { cents } = readBody(amountSchema, request.body ?? {});
    return answerControl(request, reply, refunds.createFromDashboard(request.params.id, cents));
  });
  app.post('/stripe/payments/:id/dispute', (request: ById, reply) => {
    const { cents } = readBody(amountSchema, request.body ?? {});
    return answerControl(request, reply, disputes.open(request.params.id, cents));
  });
  app.post('/stripe/payments/:id/warn', (request: ById, reply) =>
    answerControl(request, reply, disputes.warn(request.params.id)),
  );
  app.post('/stripe/disputes/:id/close', (request: ById, reply) => {
    const { outcome } = readBody(outcomeSchema, request.body);
    return answerControl(request, reply, disputes.close(request.params.id, outcome));
  });
  app.post('/stripe/refunds/:id/bounce', (request: ById, reply) =>
    answerControl(request, reply, refunds.bounce(request.params.id)),
  );
  app.post('/stripe/events/:id/resend', (request: ById, reply) => {
    const record = events.get(request.params.id);
    sender.send(record, readBody(resendSchema, request.body ?? {}).copies);
    return answerControl(request, reply, summarizeEvent(record));
  });
  app.post('/stripe/events/release', (request, reply) => {
    const held = events.all().filter((record) => record.state === 'held');
    for (const record of held) sender.send(record);
    return answerControl(request, reply, { released: held.map((record) => record.event.id) });
  });
  app.post('/stripe/keys/forget', (request, reply) =>
    answerControl(request, reply, { forgotten: keys.forgetOld(Number.POSITIVE_INFINITY) }),
  );
}

function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (!parsed.success) throw invalidRequest(z.prettifyError(parsed.error));
  return parsed.data;
}

function answerControl(request: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply {
  const wantsPage = request.headers.accept?.includes('text/html') === true;
  return wantsPage ? reply.redirect('/stripe', 303) : reply.code(200).send(answer);
}

function summarizeEvent(record: EventRecord): object {
  return { id: record.event.id, type: record.event.type, state: record.state, attempts: record.attempts };
}
