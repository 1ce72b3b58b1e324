import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { MessageSender } from '../delivery/message-sender.js';
import type { NotificationLog } from './notification-log.js';
import { grossCents } from './payment-form.js';
import type { PaypalContext, PaypalPayments } from './payments.js';
import type { NotificationRecord, PaymentRecord } from './paypal-state.js';

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
  /** Amount of a refund, by default the rest; or of a reversal, by default the whole payment. */
  cents: z.coerce.number().int().positive().optional(),
  /** The case in the message of a reversal or its end; empty for none. */
  caseId: z.string().max(40).optional(),
});

/**
 * Mounts the control endpoints below `/paypal`, for people and tests; `notifications` sends any fields, as genuine.
 * Browsers are redirected to the dashboard, others get JSON.
 */
export function registerControlRoutes(app: FastifyInstance, deps: ControlRouteDeps): void {
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
    if (!mayAct(payment, order)) return reply.code(409).send({ message: `It is ${payment.status}.` });
    return done(request, reply, { id: carryOut(payments, payment, order) });
  });
  app.post('/paypal/notifications', (request, reply) => {
    const { data, error } = craftedSchema.safeParse(request.body);
    if (!data) return reply.code(400).send({ message: z.prettifyError(error) });
    context.notify(data.fields, data.url);
    return done(request, reply, {});
  });
  app.post('/paypal/notifications/:id/resend', (request: ById, reply) => {
    const record = notifications.get(request.params.id);
    const { data } = resendSchema.safeParse(request.body ?? {});
    if (!record || !data) return reply.code(404).send({ message: 'There is no such notification.' });
    sender.send(record, data.copies);
    return done(request, reply, { id: record.id });
  });
  app.post('/paypal/notifications/release', (request, reply) => {
    const held = notifications.all().filter((one) => one.state === 'held');
    // Oldest first, in the order of creation.
    for (const record of held.toReversed()) sender.send(record);
    return done(request, reply, { released: held.length });
  });
}

type Order = z.output<typeof actSchema>;

function mayAct({ form, status, refundedCents }: PaymentRecord, { act, cents = 1 }: Order): boolean {
  if (act === 'complete' || act === 'deny') return status === 'Pending';
  if (act === 'cancel-reversal') return status === 'Reversed';
  const before = act === 'reverse' ? 0 : refundedCents;
  return status === 'Completed' && before + cents <= grossCents(form);
}

function carryOut(payments: PaypalPayments, payment: PaymentRecord, { act, cents, caseId }: Order): string {
  if (act === 'refund') return payments.refund(payment, cents);
  if (act === 'reverse') return payments.reverse(payment, 'Reversed', caseId, cents);
  if (act === 'cancel-reversal') return payments.reverse(payment, 'Canceled_Reversal', caseId);
  payments.end(payment, act === 'complete' ? 'Completed' : 'Denied');
  return payment.id;
}

function done(request: FastifyRequest, reply: FastifyReply, answer: object): FastifyReply {
  const wantsPage = request.headers.accept?.includes('text/html') === true;
  return wantsPage ? reply.redirect('/paypal', 303) : reply.code(200).send(answer);
}
