import { Inject, Injectable } from '@nestjs/common';
import type { PlacedAnswer } from '@pax/contracts';
import { SETTINGS, type Settings } from '../../../settings.js';
import type { Checkout } from '../../checkout/checkout.entity.js';
import { CreatePaymentSession } from './create-payment-session.js';
import { SettleCheckout } from '../../checkout/settle/settle-checkout.js';

/** Answers the provider's page of a placed checkout, or settles it at once when the total is 0. */
@Injectable()
export class StartPayment {
  constructor(
    private readonly createPaymentSession: CreatePaymentSession,
    private readonly settle: SettleCheckout,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async execute(checkout: Checkout): Promise<PlacedAnswer> {
    const { ref } = checkout;
    if (checkout.method === 'none') {
      await this.settle.execute(ref, undefined);
      return { url: `${this.settings.publicUrl}/payment-success?checkout=${ref}`, checkout: ref };
    }
    const url = checkout.providerUrl ?? (await this.createPaymentSession.execute(checkout)).url;
    return { url: url ?? `${this.settings.publicUrl}/payment-success?checkout=${ref}`, checkout: ref };
  }
}
