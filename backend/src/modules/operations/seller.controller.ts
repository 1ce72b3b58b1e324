import { Controller, Inject } from '@nestjs/common';
import { operationCalls, type PaymentMethodsAnswer, type SellerAnswer } from '@pax/contracts';
import { Call } from '../../infra/calls/call.js';
import { PaymentProviders } from '../payments/payment-providers.js';
import { SETTINGS, type Settings } from '../../settings.js';

/** What pages say of the operator, from the settings (OWN-588), and how one can pay. */
@Controller()
export class SellerController {
  constructor(
    private readonly providers: PaymentProviders,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Call(operationCalls.seller)
  seller(): SellerAnswer {
    const { seller, evidenceDays } = this.settings;
    return { ...seller, evidenceDays };
  }

  @Call(operationCalls.paymentMethods)
  paymentMethods(): PaymentMethodsAnswer {
    return { methods: this.providers.offered() };
  }
}
