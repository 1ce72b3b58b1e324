import { Controller, Req, type RawBodyRequest } from '@nestjs/common';
import { checkoutCalls } from '@pax/contracts';
import type { FastifyRequest } from 'fastify';
import { failpoint } from '../../../common/failpoints.js';
import { Call } from '../../../infra/calls/call.js';
import { ProviderInbox } from '../messages/provider-inbox.js';
import { StripeProvider } from './stripe-provider.js';

/** Stripe's webhook: a message is verified on its raw bytes, stored, answered, then processed. */
@Controller()
export class StripeWebhookController {
  constructor(
    private readonly stripe: StripeProvider,
    private readonly inbox: ProviderInbox,
  ) {}

  @Call(checkoutCalls.stripeWebhook)
  async receive(
    @Req() { rawBody: body, headers }: RawBodyRequest<FastifyRequest>,
  ): Promise<{ received: true }> {
    await this.inbox.receive(this.stripe.name, await this.stripe.messages.verify({ body, headers }));
    failpoint('webhook.before-answer');
    return { received: true };
  }
}
