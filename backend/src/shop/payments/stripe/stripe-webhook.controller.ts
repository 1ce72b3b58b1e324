import { Controller, Req, type RawBodyRequest } from '@nestjs/common';
import { checkoutCalls } from '@pax/contracts';
import type { FastifyRequest } from 'fastify';
import { failpoint } from '../../../platform/failpoints.js';
import { Call } from '../../../platform/calls/call.js';
import { CountedAlerts } from '../../../platform/outbox/alerts.js';
import { tellIfForged, ProviderInbox } from '../messages/provider-inbox.js';
import { StripeProvider } from './stripe-provider.js';

const FORGED = {
  title: 'Forged Stripe message',
  detail:
    'A message came in that Stripe did not sign with STRIPE_WEBHOOK_SECRET. Nothing was changed. Where these are Stripe’s own, the secret is not that of its endpoint.',
};

/** Stripe's webhook: a message is verified on its raw bytes, stored, answered, then processed. */
@Controller()
export class StripeWebhookController {
  constructor(
    private readonly stripe: StripeProvider,
    private readonly inbox: ProviderInbox,
    private readonly alerts: CountedAlerts,
  ) {}

  @Call(checkoutCalls.stripeWebhook)
  async receive(
    @Req() { rawBody: body, headers }: RawBodyRequest<FastifyRequest>,
  ): Promise<{ received: true }> {
    const { name, messages } = this.stripe;
    try {
      await this.inbox.receive(name, await messages.verify({ body, headers }));
    } catch (error) {
      throw await tellIfForged(this.alerts, error, FORGED);
    }
    failpoint('webhook.before-answer');
    return { received: true };
  }
}
