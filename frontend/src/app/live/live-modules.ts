import { referralLive } from '../../features/account/realtime/referral-live';
import { securityLive } from '../../features/account/realtime/security-live';
import { earlyAccessLive } from '../../features/market/catalog/realtime/early-access-live';
import { shopLive } from '../../features/market/catalog/realtime/shop-live';
import { purchaseLive } from '../../features/checkout/realtime/purchase-live';
import { loyaltyLive } from '../../features/account/loyalty/realtime/loyalty-live';
import { ownTicketsLive } from '../../features/support/realtime/own-tickets-live';
import type { LiveModule } from '../../lib/realtime/live-module';

/** Realtime handlers of the shop. The admin panel adds its own when opened. */
export const liveModules: readonly LiveModule[] = [
  shopLive,
  earlyAccessLive,
  purchaseLive,
  loyaltyLive,
  securityLive,
  referralLive,
  ownTicketsLive,
];
