import { Injectable, Controller, Req, type RawBodyRequest } from '@nestjs/common';
import { ShopError } from '../../../platform/problem.js';
import { type RaisedAlert, CountedAlerts } from '../../../platform/outbox/alerts.js';
import { ProviderInbox } from '../messages/provider-inbox.js';
import { ProviderMessages } from '../messages/provider-messages.js';
import type { RawMessage, VerifiedMessage } from '../payment-provider.js';
import { askedAgain } from './paypal-verification.js';
import { reuseOf } from './paypal-messages.js';
import { PaypalProvider } from './paypal-provider.js';
import { checkoutCalls } from '@pax/contracts';
import type { FastifyRequest } from 'fastify';
import { failpoint } from '../../../platform/failpoints.js';
import { Call } from '../../../platform/calls/call.js';

/** Anybody can cause these, so they are counted and share a post. */
const FORGED: RaisedAlert = {
  kind: 'security',
  title: 'Forged PayPal notification',
  detail: 'A notification came in that PayPal did not send. Nothing was changed.',
  isFoldable: true,
};
/**
 * Takes a notification: verified with PayPal on its exact bytes, stored, then processed. One that PayPal did
 * not send changes nothing but an alert, and returns as well: PayPal repeats whatever is not answered with 200.
 */
@Injectable()
export class ReceiveNotification {
  constructor(
    private readonly paypal: PaypalProvider,
    private readonly inbox: ProviderInbox,
    private readonly messages: ProviderMessages,
    private readonly alerts: CountedAlerts,
  ) {}

  /**
   * @throws ShopError METHOD_DISABLED without an account; RATE_LIMITED when PayPal can't be asked, which makes it send
   * the notification again
   */
  async execute(message: RawMessage): Promise<void> {
    try {
      await this.receive(await this.paypal.messages.verify(message));
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      if (error.code === 'SIGNATURE_INVALID') return this.alerts.raise(FORGED);
      throw await askedAgain(this.alerts, error);
    }
  }

  private async receive(told: VerifiedMessage): Promise<void> {
    const { name } = this.paypal;
    if (await this.inbox.receive(name, told)) return;
    const reused = reuseOf(told, await this.messages.payloadOf(name, told.id));
    if (reused) await this.inbox.receive(name, reused);
  }
}

/** Where PayPal's notifications arrive; answered with an empty 200, as PayPal asks. */
@Controller()
export class PaypalNotificationController {
  constructor(private readonly receiveNotification: ReceiveNotification) {}

  @Call(checkoutCalls.paypalNotification)
  async receive(@Req() { rawBody: body, headers }: RawBodyRequest<FastifyRequest>): Promise<void> {
    await this.receiveNotification.execute({ body, headers });
    failpoint('webhook.before-answer');
  }
}
