import { html, type Html } from '@pax/contracts/html';
import { deliveryCard, type MessageSender } from '../message-sender.js';
import type { FaultRegistry } from '../faults.js';
import { faultControls } from '../server/fault-controls.js';
import { buttonForm, renderMoment, renderPage } from '../server/page.js';
import { orderCard, webhookCard } from './orders/orders.js';
import type { OrderRecord, WebhookRecord } from './orders/orders-state.js';
import { grossCents } from './payment-form.js';
import type { NotificationRecord, PaymentRecord, PaymentStatus, NotificationLog } from './paypal-state.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { PaypalContext, PaypalPayments } from './payments.js';

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

/**
 * The operator's dashboard of the PayPal stand-in: payments, notifications with all attempts, and controls for faults.
 */
export function dashboardPage(view: DashboardView): Html {
  const { payments, notifications, orders, webhooks, faults } = view;
  return renderPage({
    title: 'PayPal · Sandbox',
    body: html`<h1>PayPal</h1>
      <p class="quiet small">
        Notifications go to the address that the form names, webhooks of orders to the shop. Everything here
        is made up; no money moves.
      </p>
      ${faultControls(faults, ['paypal.ipn', 'paypal.verify', 'paypal.api', 'paypal.webhook'], '/paypal')}
      <h2>Orders</h2>
      ${cardsOrNone(orders.slice(0, SHOWN).map(orderCard))}
      <h2>Webhooks</h2>
      <div class="buttons">${buttonForm('/paypal/webhooks/release', 'Send all that are held back')}</div>
      <p></p>
      ${cardsOrNone(webhooks.slice(0, SHOWN).map(webhookCard))}
      <h2>Payments by the form</h2>
      ${cardsOrNone(payments.slice(0, SHOWN).map(paymentCard))}
      <h2>Notifications</h2>
      <div class="buttons">${buttonForm('/paypal/notifications/release', 'Send all that are held back')}</div>
      <p></p>
      ${cardsOrNone(notifications.slice(0, SHOWN).map(notificationCard))}`,
  });
}

function cardsOrNone(cards: readonly Html[]): Html | readonly Html[] {
  return cards.length === 0 ? html`<p class="quiet">None yet.</p>` : cards;
}

function paymentCard({ id, form, at, status, refundedCents }: PaymentRecord): Html {
  const gross = grossCents(form);
  const createActButton = (act: string, label: string, isShown: boolean): Html | undefined =>
    isShown ? buttonForm(`/paypal/payments/${id}/act`, label, { act }) : undefined;
  const hasMoney = status === 'Completed' && refundedCents < gross;
  return html`<div class="card">
    <div class="row">
      <span class="amount">${(gross / 100).toFixed(2)} ${form.currency_code}</span>
      <span class="tag ${TAGS[status]}">${status}</span>
    </div>
    <div class="small quiet">
      ${renderMoment(at)} · ${form.invoice} · <code>${id}</code>
      ${refundedCents > 0 ? html` · ${(refundedCents / 100).toFixed(2)} sent back` : undefined}
    </div>
    <div class="buttons">
      ${createActButton('complete', 'The bank pays', status === 'Pending')}
      ${createActButton('deny', 'The bank refuses', status === 'Pending')}
      ${createActButton('refund', 'Refund the rest', hasMoney)}
      ${createActButton('reverse', 'The buyer’s bank takes it', hasMoney)}
      ${createActButton('cancel-reversal', 'The dispute is won', status === 'Reversed')}
    </div>
  </div>`;
}

function notificationCard(record: NotificationRecord): Html {
  const { id, label: title, at } = record;
  return deliveryCard({ title, id, at, resend: `/paypal/notifications/${id}/resend` }, record);
}

export interface ControlRouteDeps {
  readonly context: PaypalContext;
  readonly payments: PaypalPayments;
  readonly notifications: NotificationLog;
  readonly sender: MessageSender<NotificationRecord>;
}

type ById = FastifyRequest<{ Params: { id: string } }>;
const resendSchema = z.object({ copies: z.coerce.number().int().min(1).max(100).default(1) });
const craftedSchema = z.object({ url: z.url(), fields: z.record(z.string(), z.string()) });
const actSchema = z.object({
  act: z.enum(['complete', 'deny', 'refund', 'reverse', 'cancel-reversal']),
  /** Amount of a refund, default all that is left; or of a reversal, default the whole payment. */
  cents: z.coerce.number().int().positive().optional(),
  /** Case id in the message about a reversal or its end; empty for none. */
  caseId: z.string().max(40).optional(),
});

/**
 * Mounts the control endpoints below `/paypal`, for people and tests; `notifications` sends any fields as a genuine
 * notification. Browsers are redirected to the dashboard, others get JSON.
 */
export function mountControlRoutes(app: FastifyInstance, deps: ControlRouteDeps): void {
  const { context, payments, notifications, sender } = deps;
  const { state } = context;
  app.get('/paypal/state', () => state);
  app.post('/paypal/payments/:id/act', (request: ById, reply) => {
    const payment = Object.hasOwn(state.payments, request.params.id)
      ? state.payments[request.params.id]
      : undefined;
    if (!payment) return reply.code(404).send({ message: 'There is no such payment.' });
    const { data: order, error } = actSchema.safeParse(request.body);
    if (!order) return reply.code(400).send({ message: z.prettifyError(error) });
    if (!canApplyAct(payment, order)) return reply.code(409).send({ message: `It is ${payment.status}.` });
    return answerControl(request, reply, { id: applyAct(payments, payment, order) });
  });
  app.post('/paypal/notifications', (request, reply) => {
    const { data, error } = craftedSchema.safeParse(request.body);
    if (!data) return reply.code(400).send({ message: z.prettifyError(error) });
    context.notify(data.fields, data.url);
    return answerControl(request, reply, {});
  });
  app.post('/paypal/notifications/:id/resend', (request: ById, reply) => {
    const record = notifications.get(request.params.id);
    const { data } = resendSchema.safeParse(request.body ?? {});
    if (!record || !data) return reply.code(404).send({ message: 'There is no such notification.' });
    sender.send(record, data.copies);
    return answerControl(request, reply, { id: record.id });
  });
  app.post('/paypal/notifications/release', (request, reply) => {
    const held = notifications.all().filter((one) => one.state === 'held');
    // Lists are sorted by creation, oldest first.
    for (const record of held.toReversed()) sender.send(record);
    return answerControl(request, reply, { released: held.length });
  });
}

type ActRequest = z.output<typeof actSchema>;

function canApplyAct(
  { form, status, refundedCents }: PaymentRecord,
  { act, cents = 1 }: ActRequest,
): boolean {
  if (act === 'complete' || act === 'deny') return status === 'Pending';
  if (act === 'cancel-reversal') return status === 'Reversed';
  const before = act === 'reverse' ? 0 : refundedCents;
  return status === 'Completed' && before + cents <= grossCents(form);
}

function applyAct(
  payments: PaypalPayments,
  payment: PaymentRecord,
  { act, cents, caseId }: ActRequest,
): string {
  if (act === 'refund') return payments.refund(payment, cents);
  if (act === 'reverse') return payments.reverse(payment, 'Reversed', caseId, cents);
  if (act === 'cancel-reversal') return payments.reverse(payment, 'Canceled_Reversal', caseId);
  payments.resolvePending(payment, act === 'complete' ? 'Completed' : 'Denied');
  return payment.id;
}

function answerControl(request: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply {
  const wantsPage = request.headers.accept?.includes('text/html') === true;
  return wantsPage ? reply.redirect('/paypal', 303) : reply.code(200).send(answer);
}
