import { createHmac, randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { MessageSender } from '../../message-sender.js';
import type { FaultRegistry } from '../../faults.js';
import { paypalId } from '../paypal-state.js';
import { ApiError } from './order-request.js';
import type { OrdersState, WebhookRecord } from './orders-state.js';

/** An address where nothing listens, so that a shop that fetches the certificate fails. */
const CERT_URL = 'https://cert.invalid/v1/notifications/certs/CERT-360caa42';
const ALGORITHM = 'SHA256withRSA';

/** Keys for signing webhook messages. */
export interface WebhookKeys {
  readonly webhookId: string;
  /** One secret replaces a key pair, since the same process signs and checks. */
  readonly secret: string;
}

/** All webhook messages created so far, each with its exact bytes. */
export class WebhookLog {
  constructor(private readonly state: Pick<OrdersState, 'webhooks'>) {}

  /** Records a message that waits to be delivered. */
  record(type: string, resource: object, at: number): WebhookRecord {
    const id = `WH-${paypalId()}-${paypalId()}`;
    const event = {
      id,
      event_version: '1.0',
      create_time: new Date(at).toISOString(),
      resource_type: type.split('.').at(-2)?.toLowerCase(),
      resource_version: '2.0',
      event_type: type,
      summary: `Notification of ${type}`,
      resource,
      links: [
        {
          href: `https://api.sandbox.paypal.com/v1/notifications/webhooks-events/${id}`,
          rel: 'self',
          method: 'GET',
        },
      ],
    };
    // The body is written so that parsing and serialising it again gives other bytes, as with the real PayPal's
    // messages.
    const body = JSON.stringify(event)
      .replaceAll('/', String.raw`\/`)
      .replaceAll('ü', String.raw`\u00fc`);
    const record: WebhookRecord = { id, label: type, body, at, attempts: [], tries: 0, state: 'waiting' };
    this.state.webhooks[id] = record;
    return record;
  }

  get(id: string): WebhookRecord | undefined {
    return Object.hasOwn(this.state.webhooks, id) ? this.state.webhooks[id] : undefined;
  }

  /** All webhook messages, newest first. */
  all(): WebhookRecord[] {
    return Object.values(this.state.webhooks).toReversed();
  }
}

/**
 * Delivers webhook messages to the shop, with a signature of their bytes (fault point `paypal.webhook`, labelled by the
 * event's type).
 */
export function createWebhookSender(
  url: string,
  keys: WebhookKeys,
  options: { faults: FaultRegistry; onChange: () => void; retryDelaysMs?: readonly number[] | undefined },
): MessageSender<WebhookRecord> {
  return new MessageSender({
    ...options,
    faultPoint: 'paypal.webhook',
    getId: ({ id }) => id,
    getLabel: ({ label }) => label,
    toMessage: ({ body }) => ({ url, headers: createHeaders(keys, body), body }),
  });
}

function createHeaders(keys: WebhookKeys, body: string): Record<string, string> {
  const [id, time] = [randomUUID(), new Date().toISOString()];
  return {
    'content-type': 'application/json',
    'user-agent': 'PayPal/AUHD-214.0 (sandbox stand-in)',
    'paypal-transmission-id': id,
    'paypal-transmission-time': time,
    'paypal-transmission-sig': createSignature(keys, { id, time, body: Buffer.from(body) }),
    'paypal-cert-url': CERT_URL,
    'paypal-auth-algo': ALGORITHM,
  };
}

/** Signature over PayPal's fields: transmission, time, webhook, and a checksum of the body's bytes. */
function createSignature(
  { webhookId, secret }: WebhookKeys,
  { id, time, body }: { id: string; time: string; body: Buffer },
): string {
  const signed = `${id}|${time}|${webhookId}|${crc32(body)}`;
  return createHmac('sha256', secret).update(signed).digest('base64');
}

const requestSchema = z.strictObject({
  auth_algo: z.string(),
  cert_url: z.string(),
  transmission_id: z.string(),
  transmission_sig: z.string(),
  transmission_time: z.string(),
  webhook_id: z.string(),
  webhook_event: z.object({ id: z.string() }),
});
const EVENT = Buffer.from('"webhook_event":');

/**
 * Tells the shop whether a message was signed by the stand-in. The event must be the last field of the request, with
 * its exact bytes.
 */
export function answerVerification(keys: WebhookKeys, request: Buffer): { verification_status: string } {
  const { data } = requestSchema.safeParse(JSON.parse(request.toString()));
  const from = request.indexOf(EVENT);
  if (!data || from < 0) throw new ApiError(400, 'VALIDATION_ERROR');
  const body = request.subarray(from + EVENT.length, request.lastIndexOf('}'));
  const { transmission_id: id, transmission_time: time } = data;
  const isGenuine =
    data.webhook_id === keys.webhookId &&
    data.cert_url === CERT_URL &&
    data.auth_algo === ALGORITHM &&
    data.transmission_sig === createSignature(keys, { id, time, body });
  return { verification_status: isGenuine ? 'SUCCESS' : 'FAILURE' };
}
