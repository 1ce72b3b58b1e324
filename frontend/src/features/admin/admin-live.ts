import type { LiveModule } from '../../lib/realtime/live-module';
import { ADMIN_COIN_STOCK, onCoins } from './coins/coin-queries';
import { onOrder } from './orders/orders-live';
import { ORDER_LISTS } from './orders/order-list';

/** Realtime handlers of the admin room: orders and pool update live (OWN-128). */
export const adminLive: LiveModule<'admin'> = {
  room: 'admin',
  queries: [ORDER_LISTS.active.key, ADMIN_COIN_STOCK],
  handlers: { order: onOrder, coins: onCoins },
};
