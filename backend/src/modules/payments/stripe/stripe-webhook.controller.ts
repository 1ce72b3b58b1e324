import { Controller, Headers, Req, type RawBodyRequest } from '@nestjs/common';
import { checkoutCalls } from '@pax/contracts';
import type { FastifyRequest } from 'fastify';
import { failpoint } from '../../../common/failpoints.js';
import { Call } from '../../../infra/calls/call.js';
import { StripeGateway } from './stripe-gateway.js';
import { StripeInbox } from '../messages/stripe-inbox.js';

/** Stripe's webhook: a message is verified on its raw bytes, stored, answered, then processed. */
@Controller()
export class StripeWebhookController {
  constructor(
    private readonly stripe: StripeGateway,
    private readonly inbox: StripeInbox,
  ) {}

  @Call(checkoutCalls.stripeWebhook)
  async receive(
    @Req() request: RawBodyRequest<FastifyRequest>,
    @Headers('stripe-signature') signature: unknown,
  ): Promise<{ received: true }> {
    await this.inbox.receive(this.stripe.verify(request.rawBody, signature));
    failpoint('webhook.before-answer');
    return { received: true };
  }
}
