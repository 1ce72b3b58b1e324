import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sendPage } from '../../server/page.js';
import { closedPage, payPage } from '../pay-page.js';
import { ApiError } from './order-request.js';
import { PaypalOrders } from './orders.js';
import type { OrderRecord, OrdersState, WebhookRecord } from './orders-state.js';
import type { FaultRegistry } from '../../faults.js';
import { AccessTokens, type PaypalApp, mountApiRoutes } from './api-routes.js';
import { mountOrderControlRoutes } from './control-routes.js';
import { OrderObjects } from './order-objects.js';
import { WebhookLog, createWebhookSender } from './webhooks.js';

const actionSchema = z.object({ action: z.enum(['pay', 'pay_pending', 'cancel']) });
type ByToken = FastifyRequest<{ Querystring: { token?: string } }>;

/**
 * Mounts the page on which a buyer approves an order, `GET|POST /paypal/checkoutnow?token=`, and from which a redirect
 * (303) leads back to the shop.
 */
export function mountApprovalRoutes(
  app: FastifyInstance,
  { business, orders }: { business: string; orders: PaypalOrders },
): void {
  app.get('/paypal/checkoutnow', (request: ByToken, reply) => {
    const order = findOpenOrder(orders, request, reply);
    if (!order) return reply;
    const [{ description, amount }] = order.request.purchase_units;
    const { value, currency_code } = amount;
    return sendPage(reply, payPage({ business, item_name: description, amount: value, currency_code }));
  });
  app.post('/paypal/checkoutnow', (request: ByToken, reply) => {
    const order = findOpenOrder(orders, request, reply);
    if (!order) return reply;
    const { data } = actionSchema.safeParse(request.body);
    if (!data) return sendRefusal(reply, 400, 'action is one of pay, pay_pending, cancel.');
    const { return_url, cancel_url } = order.request.payment_source.paypal.experience_context;
    const back = new URL(data.action === 'cancel' ? cancel_url : return_url);
    back.searchParams.set('token', order.id);
    if (data.action !== 'cancel') {
      back.searchParams.set('PayerID', 'SANDBOXBUYER1');
      orders.approve(order, { isSlow: data.action === 'pay_pending' });
    }
    return reply.redirect(back.href, 303);
  });
}

function findOpenOrder(
  orders: PaypalOrders,
  { query }: ByToken,
  reply: FastifyReply,
): OrderRecord | undefined {
  try {
    const order = orders.get(query.token ?? '');
    const isDeclined = order.status === 'APPROVED' && order.refusal !== undefined;
    if (order.status === 'PAYER_ACTION_REQUIRED' || isDeclined) return order;
    sendRefusal(reply, 409, 'This order has already been approved.');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sendRefusal(reply, 404, 'There is no such order.');
  }
  return undefined;
}

function sendRefusal(reply: FastifyReply, status: number, why: string): FastifyReply {
  return sendPage(reply, closedPage('Things don’t appear to be working at the moment', why), status);
}

export interface OrdersApiOptions {
  readonly app: PaypalApp;
  readonly webhookId: string;
  /** Address of the shop that receives webhook messages. */
  readonly webhookUrl: string;
  /** Returns the address of the stand-ins, which is known once they listen. */
  readonly pageBase: () => string;
  readonly business: string;
  readonly state: OrdersState;
  readonly onChange: () => void;
  readonly faults: FaultRegistry;
  readonly retryDelaysMs?: readonly number[] | undefined;
}

/** The part of the PayPal stand-in that plays the Orders API. */
export interface OrdersApi {
  registerApi(app: FastifyInstance): void;
  /** Mounts the routes that read forms: the buyer's page and the controls. */
  registerPages(app: FastifyInstance): void;
  orders(): OrderRecord[];
  webhooks(): WebhookRecord[];
  /** Continues deliveries that an earlier run did not finish. */
  resume(): void;
  close(): Promise<void>;
}

export function createOrdersApi(options: OrdersApiOptions): OrdersApi {
  const { app, webhookId, webhookUrl, pageBase, business, state, onChange, faults, retryDelaysMs } = options;
  const keys = { webhookId, secret: app.clientSecret };
  const webhooks = new WebhookLog(state);
  const sender = createWebhookSender(webhookUrl, keys, { faults, onChange, retryDelaysMs });
  const objects = new OrderObjects(() => `${pageBase()}/paypal`);
  const sendWebhook = (type: string, resource: object): void => {
    sender.send(webhooks.record(type, resource, Date.now()));
    onChange();
  };
  const tokens = new AccessTokens(app, state);
  const orders = new PaypalOrders({ state, objects, now: Date.now, onChange, sendWebhook });
  return {
    registerApi: (scope) => {
      mountApiRoutes(scope, { state, onChange, faults, tokens, orders, objects, keys });
    },
    registerPages: (scope) => {
      mountApprovalRoutes(scope, { business, orders });
      mountOrderControlRoutes(scope, { state, tokens, orders, webhooks, sender, onChange, sendWebhook });
    },
    orders: () => orders.all(),
    webhooks: () => webhooks.all(),
    resume: () => {
      sender.resume(webhooks.all());
    },
    close: () => sender.close(),
  };
}
