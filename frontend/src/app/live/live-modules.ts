import { referralLive, securityLive } from '../../features/account/account-live';
import { earlyAccessLive, shopLive } from '../../features/market/catalog/shop-live';
import { purchaseLive } from '../../features/checkout/purchase-live';
import { loyaltyLive } from '../../features/account/loyalty/loyalty-live';
import { noticesLive } from '../../features/account/notices/notices-live';
import { ownTicketsLive } from '../../features/support/own-tickets-live';
import type { LiveModule } from '../../lib/realtime/live-module';

/** Realtime handlers of the shop. The admin panel adds handlers of its own when it opens. */
export const liveModules: readonly LiveModule[] = [
  shopLive,
  earlyAccessLive,
  purchaseLive,
  loyaltyLive,
  securityLive,
  referralLive,
  ownTicketsLive,
  noticesLive,
];
