import { Module } from '@nestjs/common';
import { AccountsModule } from '../../../people/accounts/accounts.module.js';
import { CatalogModule } from '../../catalog/catalog.module.js';
import { Payables } from '../../payments/payables.js';
import { CheckoutPayables } from './checkout-payables.js';
import { DoubtCheckout, EndCheckout } from './end-checkout.js';
import { MarkConfirming } from './mark-confirming.js';
import { ReleaseHold } from './release-hold.js';
import { ReopenCheckout } from './late-money.js';
import { SettleCheckout } from './settle-checkout.js';

/** The effects of a provider's messages on checkouts; given to payments as `Payables`. */
@Module({
  imports: [AccountsModule, CatalogModule],
  providers: [
    DoubtCheckout,
    EndCheckout,
    MarkConfirming,
    ReleaseHold,
    ReopenCheckout,
    SettleCheckout,
    { provide: Payables, useClass: CheckoutPayables },
  ],
  exports: [EndCheckout, Payables, ReleaseHold, SettleCheckout],
})
export class SettleModule {}
