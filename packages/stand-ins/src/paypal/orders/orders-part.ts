import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sendPage } from '../../server/page.js';
import { closedPage, payPage } from '../pay-page.js';
import { ApiError } from './order-request.js';
import { PaypalOrders } from './orders.js';
import type { OrderRecord, OrdersState, WebhookRecord } from './orders-state.js';
import type { FaultRegistry } from '../../faults.js';
import { AccessTokens, type App, registerApiRoutes } from './api-routes.js';
import { registerOrderControlRoutes } from './control-routes.js';
import { OrderObjects } from './order-objects.js';
import { WebhookLog, webhookSender } from './webhooks.js';

const actionSchema = z.object({ action: z.enum(['pay', 'pay_pending', 'cancel']) });
type ByToken = FastifyRequest<{ Querystring: { token?: string } }>;

/** Mounts the page on which a buyer approves an order: `GET|POST /paypal/checkoutnow?token=`, which leads back (303). */
export function registerApprovalRoutes(
  app: FastifyInstance,
  { business, orders }: { business: string; orders: PaypalOrders },
): void {
  app.get('/paypal/checkoutnow', (request: ByToken, reply) => {
    const order = openOrder(orders, request, reply);
    if (!order) return reply;
    const [{ description, amount }] = order.request.purchase_units;
    const { value, currency_code } = amount;
    return sendPage(reply, payPage({ business, item_name: description, amount: value, currency_code }));
  });
  app.post('/paypal/checkoutnow', (request: ByToken, reply) => {
    const order = openOrder(orders, request, reply);
    if (!order) return reply;
    const { data } = actionSchema.safeParse(request.body);
    if (!data) return refuse(reply, 400, 'action is one of pay, pay_pending, cancel.');
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

function openOrder(orders: PaypalOrders, { query }: ByToken, reply: FastifyReply): OrderRecord | undefined {
  try {
    const order = orders.get(query.token ?? '');
    const isDeclined = order.status === 'APPROVED' && order.refusal !== undefined;
    if (order.status === 'PAYER_ACTION_REQUIRED' || isDeclined) return order;
    refuse(reply, 409, 'This order has already been approved.');
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    refuse(reply, 404, 'There is no such order.');
  }
  return undefined;
}

function refuse(reply: FastifyReply, status: number, why: string): FastifyReply {
  return sendPage(reply, closedPage('Things don’t appear to be working at the moment', why), status);
}

export interface OrdersPartOptions {
  readonly app: App;
  readonly webhookId: string;
  /** The shop's address for webhook messages. */
  readonly webhookUrl: string;
  /** Reads the stand-ins' address, which is known once they listen. */
  readonly pageBase: () => string;
  readonly business: string;
  readonly state: OrdersState;
  readonly changed: () => void;
  readonly faults: FaultRegistry;
  readonly retryDelaysMs?: readonly number[] | undefined;
}

/** The part of the stand-in for the Orders API. */
export interface OrdersPart {
  registerApi(app: FastifyInstance): void;
  /** Mounts the routes that need parsed forms: the buyer's page and the controls. */
  registerPages(app: FastifyInstance): void;
  orders(): OrderRecord[];
  webhooks(): WebhookRecord[];
  /** Continues the deliveries that an earlier run left open. */
  resume(): void;
  close(): Promise<void>;
}

export function ordersPart(options: OrdersPartOptions): OrdersPart {
  const { app, webhookId, webhookUrl, pageBase, business, state, changed, faults, retryDelaysMs } = options;
  const keys = { webhookId, secret: app.clientSecret };
  const webhooks = new WebhookLog(state);
  const sender = webhookSender(webhookUrl, keys, { faults, changed, retryDelaysMs });
  const objects = new OrderObjects(() => `${pageBase()}/paypal`);
  const tell = (type: string, resource: object): void => {
    sender.send(webhooks.record(type, resource, Date.now()));
    changed();
  };
  const tokens = new AccessTokens(app, state);
  const orders = new PaypalOrders({ state, objects, now: Date.now, changed, tell });
  return {
    registerApi: (scope) => {
      registerApiRoutes(scope, { state, changed, faults, tokens, orders, objects, keys });
    },
    registerPages: (scope) => {
      registerApprovalRoutes(scope, { business, orders });
      registerOrderControlRoutes(scope, { state, tokens, orders, webhooks, sender, changed, tell });
    },
    orders: () => orders.all(),
    webhooks: () => webhooks.all(),
    resume: () => {
      sender.resume(webhooks.all());
    },
    close: () => sender.close(),
  };
}
