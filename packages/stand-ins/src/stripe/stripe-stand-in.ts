import formbody from '@fastify/formbody';
import type { FastifyInstance } from 'fastify';
import { Stripe } from 'stripe';
import { MessageSender } from '../message-sender.js';
import type { FaultRegistry } from '../faults.js';
import { sendPage } from '../server/page.js';
import type { StandIn } from '../server/stand-in.js';
import { JsonFile } from '../json-file.js';
import { mountApi } from './api-routes.js';
import { createEndpoints } from './endpoints.js';
import { Disputes } from './disputes.js';
import {
  EventLog,
  type StripeContext,
  emptyStripeState,
  isStripeState,
  type EventRecord,
} from './stripe-state.js';
import { IdempotencyKeys } from './api-call.js';
import { mountPayRoutes } from './pay-page.js';
import { Payments } from './payments.js';
import { Refunds } from './refunds.js';
import { dashboardPage, mountControlRoutes } from './dashboard.js';
import { Sessions } from './sessions.js';
import { StripeError } from './stripe-errors.js';

const SWEEP_MS = 1000;

export interface StripeStandInOptions {
  /** The only API key that is accepted. */
  readonly secretKey: string;
  /** Secret with which events are signed. */
  readonly webhookSecret: string;
  /** Address of the shop that receives events. */
  readonly webhookUrl: string;
  /** Returns the server's address, which is known only after a free port was taken. */
  readonly pageBase: () => string;
  /** Folder of the state file. */
  readonly stateDir: string;
  readonly faults: FaultRegistry;
  /** Waits between attempts to deliver an event, ms; default: those of Stripe. */
  readonly retryDelaysMs?: readonly number[];
  /** Clock of the stand-in, ms since 1970. */
  readonly clock?: () => number;
}

/**
 * A Stripe stand-in: the API below `/v1` at the server's root (so that `STRIPE_API_URL` is the bare address), the
 * payment page and the dashboard below `/stripe`, and signed events to the shop's webhook.
 */
export async function createStripeStandIn(options: StripeStandInOptions): Promise<StandIn> {
  const { faults, clock = Date.now } = options;
  const file = new JsonFile(options.stateDir, 'stripe');
  const saved = await file.load();
  const state = isStripeState(saved) ? saved : emptyStripeState();
  const onChange = (): void => {
    file.save(state);
  };
  const events = new EventLog(state);
  const { webhookSecret: secret, webhookUrl, retryDelaysMs } = options;
  const sender = createWebhookSender({ url: webhookUrl, secret, faults, onChange, retryDelaysMs });
  const context: StripeContext = {
    state,
    onChange,
    now: () => Math.floor(clock() / 1000),
    emit: (type, subject) => {
      sender.send(events.record(type, subject, context.now()));
      onChange();
    },
  };
  const sessions = new Sessions(context, options.pageBase);
  const payments = new Payments(context);
  const refunds = new Refunds(context);
  const disputes = new Disputes(context);
  const keys = new IdempotencyKeys(state, onChange);
  const sweep = setInterval(() => {
    sessions.expireDue();
  }, SWEEP_MS);

  const registerPages = async (app: FastifyInstance): Promise<void> => {
    await app.register(formbody);
    app.setErrorHandler((error, _request, reply) => {
      if (error instanceof StripeError) return reply.code(error.status).send(error.toBody());
      throw error;
    });
    mountPayRoutes(app, sessions, payments);
    mountControlRoutes(app, { state, sessions, payments, refunds, disputes, events, sender, keys });
    app.get('/stripe', (_request, reply) =>
      sendPage(
        reply,
        dashboardPage({
          webhookUrl,
          sessions: sessions.all(),
          events: events.all(),
          refunds: Object.values(state.refunds).toReversed(),
          disputes: disputes.all(),
          isDelayedPaymentOpen: (record) => payments.isDelayedPaymentOpen(record),
          faults,
        }),
      ),
    );
  };

  return {
    name: 'stripe',
    summary: 'Card payments: the hosted page, sessions, events, refunds.',
    register: async (app) => {
      const endpoints = createEndpoints({ state, sessions, refunds, events });
      await mountApi(app, { secretKey: options.secretKey, endpoints, faults, keys, state });
      await app.register(registerPages);
      sender.resume(events.all());
    },
    close: async () => {
      clearInterval(sweep);
      await sender.close();
      await file.flush();
    },
  };
}

interface WebhookSenderOptions {
  readonly url: string;
  readonly secret: string;
  readonly faults: FaultRegistry;
  /** Called when a record has changed. */
  readonly onChange: () => void;
  readonly retryDelaysMs?: readonly number[];
}

/**
 * Delivers events to the shop, with a signature of their bytes (fault point `stripe.webhook`, labelled by the event's
 * type).
 */
function createWebhookSender({ url, secret, ...options }: WebhookSenderOptions): MessageSender<EventRecord> {
  return new MessageSender({
    ...options,
    faultPoint: 'stripe.webhook',
    getId: ({ event }) => event.id,
    getLabel: ({ event }) => event.type,
    onDelivered: ({ event }) => {
      event.pending_webhooks = 0;
    },
    toMessage: ({ event }) => {
      const body = JSON.stringify({ ...event, pending_webhooks: 1 }, null, 2);
      const signature = Stripe.webhooks.generateTestHeaderString({ payload: body, secret });
      return {
        url,
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature,
          'user-agent': 'Stripe/1.0 (sandbox stand-in)',
        },
        body,
      };
    },
  });
}
