import { Controller, Inject } from '@nestjs/common';
import { operationCalls, receiptCalls, type PaymentMethodsAnswer, type SellerAnswer } from '@pax/contracts';
import { Call } from '../../platform/calls/call.js';
import { PaymentProviderRegistry } from '../../shop/payments/payment-provider-registry.js';
import { SETTINGS, type Settings } from '../../settings.js';

/** Serves the shop operator's name and address from the settings, and the available payment methods. */
@Controller()
export class SellerController {
  constructor(
    private readonly providers: PaymentProviderRegistry,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Call(receiptCalls.seller)
  readSeller(): SellerAnswer {
    const { seller, evidenceDays } = this.settings;
    return { ...seller, evidenceDays };
  }

  @Call(operationCalls.paymentMethods)
  listPaymentMethods(): PaymentMethodsAnswer {
    return { methods: this.providers.offeredMethods() };
  }
}
