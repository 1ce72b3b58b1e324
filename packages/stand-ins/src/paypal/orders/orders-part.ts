import type { FastifyInstance } from 'fastify';
import type { FaultRegistry } from '../../faults/fault-registry.js';
import { AccessTokens, type App } from './access-tokens.js';
import { registerApiRoutes } from './api-routes.js';
import { registerApprovalRoutes } from './approval-routes.js';
import { registerOrderControlRoutes } from './control-routes.js';
import { OrderObjects } from './order-objects.js';
import { PaypalOrders } from './orders.js';
import type { OrderRecord, OrdersState, WebhookRecord } from './orders-state.js';
import { WebhookLog, webhookSender } from './webhooks.js';

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
