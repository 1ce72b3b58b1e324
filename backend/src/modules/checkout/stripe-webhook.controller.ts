import { Controller, Headers, HttpCode, Post, Req, type RawBodyRequest } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { Allow } from '../../common/access.js';
import { failpoint } from '../../common/failpoints.js';
import { CallLimits } from '../../infra/limits/call-limits.js';
import { StripeGateway } from '../../infra/payments/stripe-gateway.js';
import { StripeInbox } from './stripe-inbox.js';

/** A message holds a whole session with its lines, bytes. */
const MESSAGE_BYTES = 256 * 1024;

/** Where Stripe reports: verified on the raw bytes, stored, answered, then worked off. */
@Controller('api/payments/stripe')
export class StripeWebhookController {
  constructor(
    private readonly stripe: StripeGateway,
    private readonly inbox: StripeInbox,
  ) {}

  @Post('webhook')
  @HttpCode(200)
  @Allow('provider')
  @CallLimits({ bodyLimit: MESSAGE_BYTES })
  async receive(
    @Req() request: RawBodyRequest<FastifyRequest>,
    @Headers('stripe-signature') signature: unknown,
  ): Promise<{ received: true }> {
    await this.inbox.receive(this.stripe.verify(request.rawBody, signature));
    failpoint('webhook.before-answer');
    return { received: true };
  }
}
