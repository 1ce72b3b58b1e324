import type { LiveModule } from '../../lib/realtime/live-module';
import { ADMIN_COIN_STOCK, onCoins } from './coins/coin-queries';
import { onOrder } from './orders/orders-live';
import { ORDER_LIST_KEYS } from './orders/order-queries';

/** Realtime handlers of the admin room: orders and pool update live (OWN-128). */
export const adminLive: LiveModule<'admin'> = {
  room: 'admin',
  queries: [ORDER_LIST_KEYS.active, ADMIN_COIN_STOCK],
  handlers: { order: onOrder, coins: onCoins },
};
