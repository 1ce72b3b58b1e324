import { z } from 'zod';
import { toDecimal, type Cents } from '@pax/contracts';
import { capture, order, paypalId, refund, type Order, type Refund } from './order.js';
import { CURRENCY } from './order-request.js';
import type { PaypalApi } from './paypal-api.js';
import { PaypalError } from './paypal-error.js';

const capturedOrder = capture.extend({
  supplementary_data: z.object({ related_ids: z.object({ order_id: paypalId }) }),
});
const verification = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) });

/** The calls of PayPal's API that the shop makes. @throws PaypalError; any other error leaves the outcome unknown */
export class OrderCalls {
  constructor(private readonly api: PaypalApi) {}

  create(body: string, requestId: string): Promise<Order> {
    return this.api.call(order, { method: 'POST', path: '/v2/checkout/orders', body, requestId });
  }

  /** @returns undefined for an order that PayPal does not know any more */
  find(id: string): Promise<Order | undefined> {
    return this.api.call(order, { method: 'GET', path: `/v2/checkout/orders/${id}` }).catch(unlessUnknown);
  }

  /** An order is captured once, so that its own id makes the request's. */
  capture(id: string): Promise<Order> {
    const path = `/v2/checkout/orders/${id}/capture`;
    return this.api.call(order, { method: 'POST', path, body: '{}', requestId: `capture-${id}` });
  }

  /** @param customId what PayPal keeps with the refund */
  refund(
    captureId: string,
    { amountCents, customId, requestId }: { amountCents: Cents; customId: string; requestId: string },
  ): Promise<Refund> {
    const amount = { currency_code: CURRENCY, value: toDecimal(amountCents) };
    const body = JSON.stringify({ amount, custom_id: customId });
    const path = `/v2/payments/captures/${captureId}/refund`;
    return this.api.call(refund, { method: 'POST', path, body, requestId });
  }

  /** The refunds of a capture, which PayPal lists with its order only. @throws Error where it knows the capture alone */
  async refundsOf(captureId: string): Promise<Refund[]> {
    const path = `/v2/payments/captures/${captureId}`;
    const { status, supplementary_data: data } = await this.api.call(capturedOrder, { method: 'GET', path });
    const found = await this.find(data.related_ids.order_id);
    if (found) return found.purchase_units.flatMap(({ payments }) => payments?.refunds ?? []);
    // Without its order only this status says that nothing was refunded; to guess so would refund twice.
    if (status === 'COMPLETED') return [];
    throw new Error(`PayPal lists no refunds of capture ${captureId}, because it does not know the order`);
  }

  /** Asks PayPal whether it sent a message. @param question JSON whose `webhook_event` is the message, byte for byte */
  async isGenuine(question: Buffer): Promise<boolean> {
    const path = '/v1/notifications/verify-webhook-signature';
    const answer = await this.api.call(verification, { method: 'POST', path, body: question });
    return answer.verification_status === 'SUCCESS';
  }
}

function unlessUnknown(error: unknown): undefined {
  if (error instanceof PaypalError && error.status === 404) return undefined;
  throw error;
}
