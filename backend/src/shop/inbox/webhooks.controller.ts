import { Controller, Req, type RawBodyRequest } from '@nestjs/common';
import { checkoutCalls } from '@pax/contracts';
import type { FastifyRequest } from 'fastify';
import { Call } from '../../platform/calls/call.js';
import { failpoint } from '../../platform/failpoints.js';
import { CountedAlerts, type RaisedAlert } from '../../platform/outbox/alerts.js';
import { ShopError } from '../../platform/shop-error.js';
import type { VerifiedMessage } from '../payments/payment-provider.js';
import { PaypalOrdersProvider } from '../payments/paypal/orders/paypal-orders-provider.js';
import { reportOfReuse } from '../payments/paypal/paypal-messages.js';
import { PaypalProvider } from '../payments/paypal/paypal-provider.js';
import { alertAndRequestResend } from '../payments/paypal/paypal-message-verification.js';
import { StripeProvider } from '../payments/stripe/stripe-provider.js';
import { ProviderInbox } from './provider-inbox.js';
import { ProviderMessages } from './provider-messages.js';

type AlertText = Pick<RaisedAlert, 'title' | 'detail'>;

const FORGED_STRIPE: AlertText = {
  title: 'Forged Stripe message',
  detail:
    'A message came in that Stripe did not sign with STRIPE_WEBHOOK_SECRET. Nothing was changed. Where these are Stripe’s own, the secret is not that of its endpoint.',
};
const FORGED_PAYPAL: AlertText = {
  title: 'Forged PayPal message',
  detail:
    'A message came in that PayPal did not send to PAYPAL_WEBHOOK_ID. Nothing was changed. Where these are PayPal’s own, the id is not that of its webhook.',
};
const FORGED_NOTIFICATION: AlertText = {
  title: 'Forged PayPal notification',
  detail: 'A notification came in that PayPal did not send. Nothing was changed.',
};
/**
 * Alert for an old message with the provider's signature: this machine's clock is wrong, or somebody resent the
 * message.
 */
const OLD_MESSAGE: AlertText = {
  title: 'A payment message is too old: check the clock',
  detail:
    'Its signature is right, but by the clock of this machine it is older than five minutes. Nothing was changed, and the provider sends its own messages again. Set the clock; if it is right, somebody sends an old message again.',
};

/**
 * Receives the messages of providers. Each message is verified byte for byte, stored and answered, and then
 * processed.
 */
@Controller()
export class WebhooksController {
  constructor(
    private readonly stripe: StripeProvider,
    private readonly paypal: PaypalProvider,
    private readonly paypalOrders: PaypalOrdersProvider,
    private readonly inbox: ProviderInbox,
    private readonly messages: ProviderMessages,
    private readonly alerts: CountedAlerts,
  ) {}

  @Call(checkoutCalls.stripeWebhook)
  async receiveStripe(
    @Req() { rawBody: body, headers }: RawBodyRequest<FastifyRequest>,
  ): Promise<{ received: true }> {
    const { name, messages } = this.stripe;
    try {
      await this.inbox.receiveMessage(name, await messages.verifyMessage({ body, headers }));
    } catch (error) {
      throw await this.alertIfForged(error, FORGED_STRIPE);
    }
    failpoint('webhook.before-answer');
    return { received: true };
  }

  @Call(checkoutCalls.paypalWebhook)
  async receivePaypal(
    @Req() { rawBody: body, headers }: RawBodyRequest<FastifyRequest>,
  ): Promise<{ received: true }> {
    const { name, messages } = this.paypalOrders;
    try {
      await this.inbox.receiveMessage(name, await messages.verifyMessage({ body, headers }));
    } catch (error) {
      throw await this.alertIfForged(await alertAndRequestResend(this.alerts, error), FORGED_PAYPAL);
    }
    failpoint('webhook.before-answer');
    return { received: true };
  }

  /**
   * Receives a PayPal notification. Answers an empty 200 even for a forged one, as PayPal requires, because PayPal
   * repeats everything else; RATE_LIMITED makes PayPal send again what cannot be verified now.
   */
  @Call(checkoutCalls.paypalNotification)
  async receiveNotification(
    @Req() { rawBody: body, headers }: RawBodyRequest<FastifyRequest>,
  ): Promise<void> {
    try {
      await this.storeNotification(await this.paypal.messages.verifyMessage({ body, headers }));
    } catch (error) {
      if (!(error instanceof ShopError)) throw error;
      if (error.code !== 'SIGNATURE_INVALID') throw await alertAndRequestResend(this.alerts, error);
      await this.alerts.raiseCounted({ kind: 'security', ...FORGED_NOTIFICATION, isFoldable: true });
    }
    failpoint('webhook.before-answer');
  }

  private async storeNotification(told: VerifiedMessage): Promise<void> {
    const { name } = this.paypal;
    if (await this.inbox.receiveMessage(name, told)) return;
    const reused = reportOfReuse(told, await this.messages.readPayload(name, told.id));
    if (reused) await this.inbox.receiveMessage(name, reused);
  }

  /**
   * Alerts staff about a message with an invalid signature: at once, and then with a count per minute. A wrong
   * secret in the shop's settings has the same effect.
   * @returns the error unchanged
   */
  private async alertIfForged(error: unknown, about: AlertText): Promise<unknown> {
    if (!(error instanceof ShopError) || error.code !== 'SIGNATURE_INVALID') return error;
    // Counts such alerts and shows them in one post, because anybody can cause them.
    const isOld = error.details['reason'] === 'old';
    await this.alerts.raiseCounted(
      isOld
        ? { kind: 'failure', ...OLD_MESSAGE, isFoldable: true }
        : { kind: 'security', ...about, isFoldable: true },
    );
    return error;
  }
}
