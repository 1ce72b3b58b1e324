import { Controller, Req, type RawBodyRequest } from '@nestjs/common';
import { checkoutCalls } from '@pax/contracts';
import type { FastifyRequest } from 'fastify';
import { failpoint } from '../../../platform/failpoints.js';
import { Call } from '../../../platform/calls/call.js';
import { ReceiveNotification } from './receive-notification.js';

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
