import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { CheckoutController } from './checkout.controller.js';
import { CheckoutQueries } from './checkout.queries.js';
import { HoldsController } from './holds/holds.controller.js';
import { HoldsQueries } from './holds/holds.queries.js';
import { ReleaseByStaff } from './holds/release-by-staff.js';
import { HoldLimits } from './place/hold-limits.js';
import { EarlierCheckouts } from './place/earlier-checkouts.js';
import { CryptoPlacementLimit } from './place/crypto-placement-limit.js';
import { PlaceCheckout } from './place/place-checkout.js';
import { BuyerStandings } from './place/buyer-standing.js';
import { Quoting } from './place/quoting.js';
import { CancelCheckout } from './session/cancel-checkout.js';
import { CheckoutSweeper, ReleaseHolds } from './session/checkout-sweeper.js';
import { CaptureApproved } from './session/capture-approved.js';
import { CreatePaymentSession } from './session/create-payment-session.js';
import { PaymentLifecycle } from './session/payment-lifecycle.js';
import { PaymentSessions } from './session/payment-sessions.js';
import { RecordUnknownPayment, EndCheckout } from './settle/end-checkout.js';
import { ReopenCheckout } from './settle/reopen-checkout.js';
import { MarkConfirming } from './settle/mark-confirming.js';
import { ReleaseHold } from './settle/release-hold.js';
import { SettleCheckout } from './settle/settle-checkout.js';

@Module({
  imports: [AccountsModule, CatalogModule, EvidenceModule, PaymentsModule],
  controllers: [CheckoutController, HoldsController],
  providers: [
    CancelCheckout,
    CaptureApproved,
    CheckoutQueries,
    CheckoutSweeper,
    CryptoPlacementLimit,
    CreatePaymentSession,
    RecordUnknownPayment,
    EndCheckout,
    HoldLimits,
    HoldsQueries,
    MarkConfirming,
    EarlierCheckouts,
    PaymentLifecycle,
    PaymentSessions,
    PlaceCheckout,
    BuyerStandings,
    Quoting,
    ReleaseByStaff,
    ReleaseHold,
    ReleaseHolds,
    ReopenCheckout,
    SettleCheckout,
  ],
  exports: [CheckoutQueries, PaymentLifecycle, PaymentsModule, Quoting, SettleCheckout],
})
export class CheckoutModule {}
