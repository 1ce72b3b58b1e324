import type { FastifyInstance } from 'fastify';
import { MessageSender } from '../message-sender.js';
import type { FaultRegistry } from '../faults.js';
import { sendPage } from '../server/page.js';
import type { StandIn } from '../server/stand-in.js';
import { JsonFile } from '../json-file.js';
import { mountControlRoutes, dashboardPage } from './dashboard.js';
import { mountFormRoutes } from './pay-page.js';
import { createOrdersApi, type OrdersApiOptions } from './orders/orders-api.js';
import { NotificationLog, emptyPaypalState, isPaypalState, type NotificationRecord } from './paypal-state.js';
import { PaypalPayments, type PaypalContext } from './payments.js';

export interface PaypalStandInOptions extends Pick<
  OrdersApiOptions,
  'app' | 'webhookId' | 'webhookUrl' | 'pageBase'
> {
  /** The only account that forms can pay to. */
  readonly business: string;
  /** Folder of the state file. */
  readonly stateDir: string;
  readonly faults: FaultRegistry;
  /** Waits between attempts to deliver a notification, ms; default: those of the real PayPal. */
  readonly retryDelaysMs?: readonly number[];
}

/**
 * A PayPal stand-in below `/paypal`: payment page for forms, notifications in windows-1252, the check of their bytes,
 * the Orders API with its webhooks, and the dashboard.
 */
export async function createPaypalStandIn(options: PaypalStandInOptions): Promise<StandIn> {
  const { business, faults, retryDelaysMs } = options;
  const file = new JsonFile(options.stateDir, 'paypal');
  const saved = await file.load();
  const state = isPaypalState(saved) ? saved : emptyPaypalState();
  const onChange = (): void => {
    file.save(state);
  };
  const notifications = new NotificationLog(state);
  const sender = createNotificationSender({ faults, onChange, retryDelaysMs });
  const context: PaypalContext = {
    state,
    onChange,
    now: Date.now,
    notify: (fields, url) => {
      sender.send(notifications.record(fields, url, Date.now()));
      onChange();
    },
  };
  const payments = new PaypalPayments(context);
  const part = createOrdersApi({ ...options, state, onChange });

  return {
    name: 'paypal',
    summary: 'Wallet payments: the form’s page with its notifications, and the Orders API with its webhooks.',
    register: async (app) => {
      // Control calls with a form as body come only from the dashboard, whose fields are not nested.
      await app.register((scope) => {
        keepRawForms(scope);
        mountFormRoutes(scope, { business, context, payments, notifications, faults });
      });
      await app.register((scope) => {
        parseForms(scope);
        mountControlRoutes(scope, { context, payments, notifications, sender });
        part.registerPages(scope);
      });
      await app.register((scope) => part.registerApi(scope));
      app.get('/paypal', (_request, reply) => {
        const forms = { payments: payments.all(), notifications: notifications.all() };
        const view = { ...forms, orders: part.orders(), webhooks: part.webhooks(), faults };
        return sendPage(reply, dashboardPage(view));
      });
      sender.resume(notifications.all());
      part.resume();
    },
    close: async () => {
      await Promise.all([sender.close(), part.close()]);
      await file.flush();
    },
  };
}

/** Delivers notifications to the shop (fault point `paypal.ipn`, labelled by their `payment_status`). */
function createNotificationSender(
  options: Pick<
    ConstructorParameters<typeof MessageSender<NotificationRecord>>[0],
    'faults' | 'onChange' | 'retryDelaysMs'
  >,
): MessageSender<NotificationRecord> {
  return new MessageSender({
    ...options,
    faultPoint: 'paypal.ipn',
    getId: ({ id }) => id,
    getLabel: ({ label }) => label,
    toMessage: ({ url, body }) => ({
      url,
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'user-agent': 'PayPal IPN ( https://www.paypal.com/ipn )',
      },
      body,
    }),
  });
}

const FORM = 'application/x-www-form-urlencoded';

function keepRawForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(FORM, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

function parseForms(scope: FastifyInstance): void {
  scope.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
}
