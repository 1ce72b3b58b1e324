import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { MessageSender } from '../../message-sender.js';
import type { AccessTokens } from './api-routes.js';
import { ApiError } from './order-request.js';
import { refundableCents, type PaypalOrders } from './orders.js';
import type { CaptureRecord, OrderRecord, OrdersState, WebhookRecord } from './orders-state.js';
import type { WebhookLog } from './webhooks.js';

export interface OrderControlDeps {
  readonly state: Pick<OrdersState, 'answers'>;
  readonly tokens: AccessTokens;
  readonly orders: PaypalOrders;
  readonly webhooks: WebhookLog;
  readonly sender: MessageSender<WebhookRecord>;
  readonly onChange: () => void;
  readonly sendWebhook: (type: string, resource: object) => void;
}

type ById = FastifyRequest<{ Params: { id: string } }>;
const resendSchema = z.object({ copies: z.coerce.number().int().min(1).max(100).default(1) });
const craftedSchema = z.object({ type: z.string(), resource: z.looseObject({}) });

/** Actions on an order before its capture, or that decide how later steps end. */
const ORDER_ACTS = {
  expire: (order) => (order.isExpired = true),
  decline: (order, { issue }) => (order.refusal = { issue, isTold: false }),
  'refunds-wait': (order) => (order.refundsEnd = 'PENDING'),
  'refunds-fail': (order) => (order.refundsEnd = 'FAILED'),
} as const satisfies Record<string, (order: OrderRecord, told: { issue: string }) => unknown>;

type MoneyAct = (at: {
  orders: PaypalOrders;
  order: OrderRecord;
  capture: CaptureRecord;
  cents: number | undefined;
  customId: string | undefined;
}) => unknown;

/** Actions on money that was captured. */
const MONEY_ACTS = {
  complete: ({ orders, order, capture }) => orders.resolvePending(order, capture, 'COMPLETED'),
  deny: ({ orders, order, capture }) => orders.resolvePending(order, capture, 'DECLINED'),
  refund: ({ orders, order, capture, customId, cents = refundableCents(order, capture) }) =>
    orders.sendBack(order, capture, { cents, customId, status: 'COMPLETED' }),
  'fail-refund': ({ orders, order, capture }) => {
    const waiting = capture.refunds.find(({ status }) => status === 'PENDING');
    if (waiting) orders.failRefund(order, capture, waiting);
  },
  reverse: ({ orders, order, capture }) => orders.reverse(order, capture),
  dispute: ({ orders, order, capture, cents }) => orders.dispute(order, capture, cents),
  'win-dispute': ({ orders, order, capture }) =>
    orders.endDispute(order, capture, { outcome: 'RESOLVED_SELLER_FAVOUR', refundedCents: 0 }),
  'lose-dispute': ({ orders, order, capture, cents: refundedCents }) =>
    orders.endDispute(order, capture, { outcome: 'RESOLVED_BUYER_FAVOUR', refundedCents }),
} as const satisfies Record<string, MoneyAct>;

const actSchema = z.object({
  act: z.enum([...keysOf(ORDER_ACTS), ...keysOf(MONEY_ACTS)]),
  /**
   * Amount of a refund, of a dispute, or of what the buyer gets from it; default: all that is left, or the disputed
   * amount.
   */
  cents: z.coerce.number().int().positive().optional(),
  /** Reason why a capture is declined. */
  issue: z.string().default('INSTRUMENT_DECLINED'),
  /** `custom_id` of a refund: the merchant's own reference, which PayPal returns with the refund. */
  customId: z.string().optional(),
});

/**
 * Mounts the control endpoints of orders below `/paypal`, for people and tests; `webhooks` sends any event as a genuine
 * one.
 */
export function mountOrderControlRoutes(app: FastifyInstance, deps: OrderControlDeps): void {
  const { state, tokens, orders, webhooks, sender, onChange, sendWebhook } = deps;
  app.post('/paypal/orders/:id/act', (request: ById, reply) => {
    const { data, error } = actSchema.safeParse(request.body);
    if (!data) return reply.code(400).send({ message: z.prettifyError(error) });
    try {
      applyAct(orders, orders.get(request.params.id), data);
    } catch (refusal) {
      if (!(refusal instanceof ApiError)) throw refusal;
      return reply.code(409).send({ message: refusal.issue });
    }
    onChange();
    return answerControl(request, reply);
  });
  app.post('/paypal/tokens/revoke', (request, reply) => {
    tokens.revokeTokens();
    return answerControl(request, reply);
  });
  app.post('/paypal/request-ids/forget', (request, reply) => {
    for (const key of Object.keys(state.answers)) delete state.answers[key];
    return answerControl(request, reply);
  });
  app.post('/paypal/webhooks', (request, reply) => {
    const { data, error } = craftedSchema.safeParse(request.body);
    if (!data) return reply.code(400).send({ message: z.prettifyError(error) });
    sendWebhook(data.type, data.resource);
    return answerControl(request, reply);
  });
  app.post('/paypal/webhooks/:id/resend', async (request: ById, reply) => {
    const record = webhooks.get(request.params.id);
    const { data } = resendSchema.safeParse(request.body ?? {});
    if (!record || !data) return reply.code(404).send({ message: 'There is no such message.' });
    await sender.sendByHand(record, data.copies);
    return answerControl(request, reply);
  });
  app.post('/paypal/webhooks/release', (request, reply) => {
    // Lists are sorted by creation, oldest first.
    for (const record of webhooks.all().toReversed()) if (record.state === 'held') sender.send(record);
    return answerControl(request, reply);
  });
}

function applyAct(
  orders: PaypalOrders,
  order: OrderRecord,
  { act: name, cents, customId, issue }: z.output<typeof actSchema>,
): void {
  if (hasKey(ORDER_ACTS, name)) {
    ORDER_ACTS[name](order, { issue });
    return;
  }
  const { capture } = order;
  if (!capture) throw new ApiError(422, 'CAPTURE_STATUS_NOT_VALID');
  const wants = name === 'complete' || name === 'deny' ? 'PENDING' : 'COMPLETED';
  if (capture.status !== wants) throw new ApiError(422, 'CAPTURE_STATUS_NOT_VALID');
  MONEY_ACTS[name]({ orders, order, capture, cents, customId });
}

function hasKey<T extends object>(record: T, key: PropertyKey): key is keyof T {
  return Object.hasOwn(record, key);
}

function keysOf<K extends string>(record: Readonly<Record<K, unknown>>): K[] {
  return Object.keys(record).filter((key): key is K => key in record);
}

function answerControl(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const wantsPage = request.headers.accept?.includes('text/html') === true;
  return wantsPage ? reply.redirect('/paypal', 303) : reply.code(200).send({});
}
