import { html, type Html } from '@pax/contracts/html';
import { renderPage, sendPage } from '../server/page.js';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { setTimeout as pause } from 'node:timers/promises';
import type { FaultRegistry } from '../faults.js';
import { newId } from '../server/stand-in.js';
import type { NotificationLog } from './paypal-state.js';
import type { PaypalContext, PaypalPayments } from './payments.js';
import { WEBSCR } from '../fixed-ids.js';
import { grossCents, readPaymentForm, type PaymentForm } from './payment-form.js';

const STYLE = `main { max-width: 30rem; padding-top: 8vh; } button { width: 100%; } .buttons { flex-direction: column; align-items: stretch; }
.total { font-size: 2rem; font-variant-numeric: tabular-nums; margin: .25rem 0 1rem; }`;

type Shown = Pick<PaymentForm, 'business' | 'item_name' | 'amount' | 'tax' | 'shipping' | 'currency_code'>;

/** Page on which a buyer pays a form or an order: goods, price, and a button for each possible outcome. */
export function payPage(form: Shown): Html {
  const createChoiceButton = (action: string, label: string, kind = ''): Html =>
    html`<button class="${kind}" name="action" value="${action}">${label}</button>`;
  return renderPage({
    title: 'Pay by PayPal (sandbox)',
    bare: true,
    style: STYLE,
    body: html`<p class="quiet small">Sandbox payment page. No account is asked for and no money moves.</p>
      <div class="card">
        <p class="quiet small">To pay to ${form.business}</p>
        <p class="total">${(grossCents(form) / 100).toFixed(2)} ${form.currency_code}</p>
        <p>${form.item_name}</p>
        <form method="post" class="buttons">
          ${createChoiceButton('pay', 'Pay now', 'main')}
          ${createChoiceButton('pay_pending', 'Pay by bank, which takes days')}
          ${createChoiceButton('cancel', 'Back to the shop')}
        </form>
      </div>`,
  });
}

/** Page shown instead of the payment form when nothing is left to pay. */
export function closedPage(title: string, text: string): Html {
  const body = html`<div class="card">
    <h1>${title}</h1>
    <pre>${text}</pre>
  </div>`;
  return renderPage({ title, bare: true, style: STYLE, body });
}

const VERIFY = Buffer.from('cmd=_notify-validate&');
/** User agents that HTTP libraries send when the caller sets none. */
const NAMELESS = new Set([undefined, '', 'node', 'undici']);
const actionSchema = z.enum(['pay', 'pay_pending', 'cancel']);
type Action = z.output<typeof actionSchema>;

export interface FormRouteDeps {
  readonly business: string;
  readonly context: PaypalContext;
  readonly payments: PaypalPayments;
  readonly notifications: NotificationLog;
  readonly faults: FaultRegistry;
}

type ById = FastifyRequest<{ Params: { id: string } }>;

/**
 * Mounts PayPal's own addresses: `POST /paypal/cgi-bin/webscr` takes a form and redirects to `GET|POST
 * /paypal/pay/{id}`, whose `action` redirects (303) back to the shop. A form with an `action` is paid at once.
 */
export function mountFormRoutes(app: FastifyInstance, deps: FormRouteDeps): void {
  const { business, context, payments } = deps;
  const { state, onChange } = context;
  const applyFormAction = (reply: FastifyReply, action: unknown, form: PaymentForm): FastifyReply => {
    const { data } = actionSchema.safeParse(action);
    if (!data) return sendRefusal(reply, 400, 'action is one of pay, pay_pending, cancel.');
    if (data !== 'cancel' && payments.isPaid(form))
      return sendRefusal(reply, 409, 'This invoice has already been paid.');
    return reply.redirect(applyChoice(data, form, payments), 303);
  };

  app.post(WEBSCR, (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (body.subarray(0, VERIFY.length).equals(VERIFY))
      return answerVerification(request, reply, body.subarray(VERIFY.length), deps);
    const { action, ...fields } = parseFields(body);
    const read = readPaymentForm(fields, business);
    if ('fault' in read) return sendRefusal(reply, 400, read.fault);
    if (action !== undefined) return applyFormAction(reply, action, read.form);
    const id = newId('page_');
    state.pages[id] = read.form;
    onChange();
    return reply.redirect(`/paypal/pay/${id}`, 303);
  });
  app.get('/paypal/pay/:id', (request: ById, reply) => {
    const form = findForm(state.pages, request.params.id);
    if (!form) return sendRefusal(reply, 404, 'There is no such payment.');
    if (payments.isPaid(form)) return sendRefusal(reply, 409, 'This invoice has already been paid.');
    return sendPage(reply, payPage(form));
  });
  app.post('/paypal/pay/:id', (request: ById, reply) => {
    const form = findForm(state.pages, request.params.id);
    if (!form) return sendRefusal(reply, 404, 'There is no such payment.');
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    return applyFormAction(reply, parseFields(body)['action'], form);
  });
}

/** Carries out what the buyer chose. @returns the address at which the browser continues, with PayPal's parameters */
function applyChoice(action: Action, form: PaymentForm, payments: PaypalPayments): string {
  if (action === 'cancel') return form.cancel_return;
  const { id, status } = payments.pay(form, action === 'pay' ? 'Completed' : 'Pending');
  const target = new URL(form.return);
  const added = { PayerID: 'SANDBOXBUYER1', st: status, tx: id, cc: form.currency_code, amt: form.amount };
  for (const [name, value] of Object.entries(added)) target.searchParams.set(name, value);
  return target.href;
}

const parseFields = (body: Buffer): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(body.toString('utf8')));

function findForm(pages: Readonly<Record<string, PaymentForm>>, id: string): PaymentForm | undefined {
  return Object.hasOwn(pages, id) ? pages[id] : undefined;
}

function sendRefusal(reply: FastifyReply, status: number, why: string): FastifyReply {
  return sendPage(reply, closedPage('Things don’t appear to be working at the moment', why), status);
}

/** Answers VERIFIED if exactly these bytes were sent as a notification, otherwise INVALID. */
async function answerVerification(
  { headers, raw }: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
  { notifications, faults }: { notifications: NotificationLog; faults: FaultRegistry },
): Promise<FastifyReply> {
  const sendText = (status: number, word: string) => reply.code(status).type('text/plain').send(word);
  // PayPal refuses callers that do not set a user agent of their own.
  if (NAMELESS.has(headers['user-agent'])) return sendText(403, 'Forbidden');
  const fault = faults.takeNext('paypal.verify', body.toString('latin1'));
  if (fault?.kind === 'slow') await pause(fault.ms);
  if (fault?.kind === 'fail') return sendText(fault.status, 'Error');
  if (fault?.kind === 'cut') {
    raw.socket.destroy();
    return reply.hijack();
  }
  return sendText(200, notifications.hasSentBytes(body) ? 'VERIFIED' : 'INVALID');
}
