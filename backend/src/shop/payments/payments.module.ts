import { Module } from '@nestjs/common';
import { CryptoProvider } from './crypto-provider.js';
import { ZeroTotalProvider } from './zero-total-provider.js';
import type { PaymentProvider } from './payment-provider.js';
import { PAYMENT_PROVIDERS, PaymentProviderRegistry } from './payment-provider-registry.js';
import { PaypalOrdersProvider } from './paypal/orders/paypal-orders-provider.js';
import { PaypalProvider } from './paypal/paypal-provider.js';
import { StripeProvider } from './stripe/stripe-provider.js';

/** All payment providers of the shop. */
const PROVIDERS = [StripeProvider, PaypalProvider, PaypalOrdersProvider, CryptoProvider, ZeroTotalProvider];

@Module({
  providers: [
    ...PROVIDERS,
    { provide: PAYMENT_PROVIDERS, inject: PROVIDERS, useFactory: (...all: PaymentProvider[]) => all },
    PaymentProviderRegistry,
  ],
  exports: [PaymentProviderRegistry, PaypalOrdersProvider, PaypalProvider, StripeProvider],
})
export class PaymentsModule {}
