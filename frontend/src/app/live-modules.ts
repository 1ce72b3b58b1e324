import { securityLive } from '../features/account/realtime/security-live';
import { shopLive } from '../features/catalog/realtime/shop-live';
import { purchaseLive } from '../features/checkout/realtime/purchase-live';
import { loyaltyLive } from '../features/loyalty/realtime/loyalty-live';
import type { LiveModule } from '../lib/realtime/live-module';

/** What the open shop hears. The panel adds its own when it is opened. */
export const liveModules: readonly LiveModule[] = [shopLive, purchaseLive, loyaltyLive, securityLive];
