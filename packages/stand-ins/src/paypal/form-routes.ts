import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { setTimeout as pause } from 'node:timers/promises';
import type { FaultRegistry } from '../faults/fault-registry.js';
import { sendPage } from '../server/page.js';
import { newId } from '../server/new-id.js';
import type { NotificationLog } from './notification-log.js';
import { closedPage, payPage } from './pay-page.js';
import { readPaymentForm, type PaymentForm } from './payment-form.js';
import type { PaypalContext, PaypalPayments } from './payments.js';
import { WEBSCR } from '../identity.js';

const VERIFY = Buffer.from('cmd=_notify-validate&');
/** The user agents of HTTP libraries whose caller set none. */
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
 * Mounts the service's own addresses: `POST /paypal/cgi-bin/webscr` takes a form and leads to `GET|POST /paypal/pay/{id}`,
 * whose `action` leads back to the shop (303). A form that has an `action` is paid at once.
 */
export function registerFormRoutes(app: FastifyInstance, deps: FormRouteDeps): void {
  const { business, context, payments } = deps;
  const { state, changed } = context;
  const act = (reply: FastifyReply, action: unknown, form: PaymentForm): FastifyReply => {
    const { data } = actionSchema.safeParse(action);
    if (!data) return refuse(reply, 400, 'action is one of pay, pay_pending, cancel.');
    if (data !== 'cancel' && payments.isPaid(form))
      return refuse(reply, 409, 'This invoice has already been paid.');
    return reply.redirect(carryOut(data, form, payments), 303);
  };

  app.post(WEBSCR, (request, reply) => {
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    if (body.subarray(0, VERIFY.length).equals(VERIFY))
      return answerVerification(request, reply, body.subarray(VERIFY.length), deps);
    const { action, ...fields } = fieldsOf(body);
    const read = readPaymentForm(fields, business);
    if ('fault' in read) return refuse(reply, 400, read.fault);
    if (action !== undefined) return act(reply, action, read.form);
    const id = newId('page_');
    state.pages[id] = read.form;
    changed();
    return reply.redirect(`/paypal/pay/${id}`, 303);
  });
  app.get('/paypal/pay/:id', (request: ById, reply) => {
    const form = formOf(state.pages, request.params.id);
    if (!form) return refuse(reply, 404, 'There is no such payment.');
    if (payments.isPaid(form)) return refuse(reply, 409, 'This invoice has already been paid.');
    return sendPage(reply, payPage(form));
  });
  app.post('/paypal/pay/:id', (request: ById, reply) => {
    const form = formOf(state.pages, request.params.id);
    if (!form) return refuse(reply, 404, 'There is no such payment.');
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    return act(reply, fieldsOf(body)['action'], form);
  });
}

/** Carries out the buyer's choice. @returns the address to continue at, with the service's parameters */
function carryOut(action: Action, form: PaymentForm, payments: PaypalPayments): string {
  if (action === 'cancel') return form.cancel_return;
  const { id, status } = payments.pay(form, action === 'pay' ? 'Completed' : 'Pending');
  const target = new URL(form.return);
  const added = { PayerID: 'SANDBOXBUYER1', st: status, tx: id, cc: form.currency_code, amt: form.amount };
  for (const [name, value] of Object.entries(added)) target.searchParams.set(name, value);
  return target.href;
}

const fieldsOf = (body: Buffer): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(body.toString('utf8')));

function formOf(pages: Readonly<Record<string, PaymentForm>>, id: string): PaymentForm | undefined {
  return Object.hasOwn(pages, id) ? pages[id] : undefined;
}

function refuse(reply: FastifyReply, status: number, why: string): FastifyReply {
  return sendPage(reply, closedPage('Things don’t appear to be working at the moment', why), status);
}

/** Answers in one word whether exactly these bytes were sent as a notification. */
async function answerVerification(
  { headers, raw }: FastifyRequest,
  reply: FastifyReply,
  body: Buffer,
  { notifications, faults }: { notifications: NotificationLog; faults: FaultRegistry },
): Promise<FastifyReply> {
  const text = (status: number, word: string) => reply.code(status).type('text/plain').send(word);
  // The service refuses callers without a user agent of their own.
  if (NAMELESS.has(headers['user-agent'])) return text(403, 'Forbidden');
  const fault = faults.next('paypal.verify', body.toString('latin1'));
  if (fault?.kind === 'slow') await pause(fault.ms);
  if (fault?.kind === 'fail') return text(fault.status, 'Error');
  if (fault?.kind === 'cut') {
    raw.socket.destroy();
    return reply.hijack();
  }
  return text(200, notifications.has(body) ? 'VERIFIED' : 'INVALID');
}
