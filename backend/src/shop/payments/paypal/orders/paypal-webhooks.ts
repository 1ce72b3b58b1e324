import { Logger } from '@nestjs/common';
import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import { errorText } from '../../../../platform/describe-error.js';
import { ShopError } from '../../../../platform/shop-error.js';
import type {
  ProviderMessageReader,
  ProviderReport,
  RawMessage,
  VerifiedMessage,
} from '../../payment-provider.js';
import { runInTurn, unverifiableError } from '../paypal-message-verification.js';
import { type OrderCalls, PaypalError } from './paypal-api.js';
import { readWebhook, webhookEventSchema } from './webhook-report.js';

/** Schema of a header of a PayPal message, with the longest length that PayPal's verification call accepts. */
const header = z.string().min(1).max(500);
const signedHeaders = z
  .object({
    'paypal-auth-algo': header,
    'paypal-cert-url': header,
    'paypal-transmission-id': header,
    'paypal-transmission-sig': header,
    'paypal-transmission-time': header,
  })
  .transform((named) => ({
    auth_algo: named['paypal-auth-algo'],
    // Address of the certificate, which is passed on to PayPal but never fetched, because the sender of a message
    // chooses it.
    cert_url: named['paypal-cert-url'],
    transmission_id: named['paypal-transmission-id'],
    transmission_sig: named['paypal-transmission-sig'],
    transmission_time: named['paypal-transmission-time'],
  }));

const logger = new Logger('PaypalWebhooks');

/** Verifies and reads PayPal's messages about orders and payments. */
export class PaypalWebhooks implements ProviderMessageReader {
  constructor(
    private readonly calls: OrderCalls,
    private readonly webhookId: string | undefined,
  ) {}

  async verifyMessage({ body, headers }: RawMessage): Promise<VerifiedMessage> {
    if (this.webhookId === undefined)
      throw new ShopError('METHOD_DISABLED', 'PayPal’s orders are switched off.');
    const payload = body && readEvent(body);
    const question = payload && buildVerification(headers, this.webhookId, body);
    if (!question || !(await this.isGenuine(question)))
      throw new ShopError('SIGNATURE_INVALID', 'PayPal did not send this message.');
    return { id: payload.id, type: payload.event_type, payload };
  }

  readMessage(payload: unknown): ProviderReport {
    return readWebhook(webhookEventSchema.parse(payload));
  }

  private async isGenuine(question: Buffer): Promise<boolean> {
    try {
      return await runInTurn(() => this.calls.isGenuine(question));
    } catch (error) {
      // Treats a message that PayPal's verification rejects as malformed as not sent by PayPal.
      if (error instanceof PaypalError && [400, 422].includes(error.status)) return false;
      logger.warn(`PayPal could not be asked about a message: ${errorText(error)}`);
      throw unverifiableError();
    }
  }
}

/**
 * Parses a message; undefined for bytes that are not JSON, which would break the verification request that contains
 * them.
 */
function readEvent(body: Buffer): z.output<typeof webhookEventSchema> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    return webhookEventSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * Builds the verification request with the message byte for byte, because re-encoded JSON would not match the
 * signature.
 */
function buildVerification(
  headers: IncomingHttpHeaders,
  webhookId: string,
  body: Buffer,
): Buffer | undefined {
  const { data: signed } = signedHeaders.safeParse(headers);
  if (!signed) return undefined;
  const about = JSON.stringify({ ...signed, webhook_id: webhookId });
  return Buffer.concat([Buffer.from(`${about.slice(0, -1)},"webhook_event":`), body, Buffer.from('}')]);
}
