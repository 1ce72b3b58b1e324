import { Controller, Req, type RawBodyRequest } from '@nestjs/common';
import { checkoutCalls } from '@pax/contracts';
import type { FastifyRequest } from 'fastify';
import { failpoint } from '../../../../platform/failpoints.js';
import { Call } from '../../../../platform/calls/call.js';
import { CountedAlerts } from '../../../../platform/outbox/alerts.js';
import { tellIfForged, ProviderInbox } from '../../messages/provider-inbox.js';
import { askedAgain } from '../paypal-verification.js';
import { PaypalOrdersProvider } from './paypal-orders-provider.js';

const FORGED = {
  title: 'Forged PayPal message',
  detail:
    'A message came in that PayPal did not send to PAYPAL_WEBHOOK_ID. Nothing was changed. Where these are PayPal’s own, the id is not that of its webhook.',
};

/** Where PayPal's messages about orders arrive: verified with PayPal, stored, answered, then processed. */
@Controller()
export class PaypalWebhookController {
  constructor(
    private readonly paypal: PaypalOrdersProvider,
    private readonly inbox: ProviderInbox,
    private readonly alerts: CountedAlerts,
  ) {}

  @Call(checkoutCalls.paypalWebhook)
  async receive(
    @Req() { rawBody: body, headers }: RawBodyRequest<FastifyRequest>,
  ): Promise<{ received: true }> {
    const { name, messages } = this.paypal;
    try {
      await this.inbox.receive(name, await messages.verify({ body, headers }));
    } catch (error) {
      throw await tellIfForged(this.alerts, await askedAgain(this.alerts, error), FORGED);
    }
    failpoint('webhook.before-answer');
    return { received: true };
  }
}
