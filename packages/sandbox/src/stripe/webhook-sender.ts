import { Stripe } from 'stripe';
import { MessageSender } from '../delivery/message-sender.js';
import type { FaultRegistry } from '../faults/fault-registry.js';
import type { EventRecord } from './stripe-state.js';

interface WebhookSenderOptions {
  readonly url: string;
  readonly secret: string;
  readonly faults: FaultRegistry;
  /** Called when a record was changed. */
  readonly changed: () => void;
  readonly retryDelaysMs?: readonly number[];
}

/** Brings events to the shop, signed over the exact bytes (fault point `stripe.webhook`, labelled by the event's type). */
export function webhookSender({ url, secret, ...options }: WebhookSenderOptions): MessageSender<EventRecord> {
  return new MessageSender({
    ...options,
    faultPoint: 'stripe.webhook',
    idOf: ({ event }) => event.id,
    labelOf: ({ event }) => event.type,
    delivered: ({ event }) => {
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
