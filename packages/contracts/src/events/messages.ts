import { z } from 'zod';
import { accountProfile } from '../entities/user.js';
import { roleRights } from '../calls/rights.js';

/** Data of stock.changed in the room `shop`. */
export const stockMessage = z.object({
  id: z.number().int(),
  stock: z.number().int(),
  isOutOfStock: z.boolean(),
});
/** Data of stock.changed in the room `admin`. */
export const adminStockMessage = stockMessage.extend({
  onHand: z.number().int(),
  held: z.number().int(),
  stockVersion: z.number().int(),
});
/** Data of rights.set, without the role's name, which only the list call requests from Discord. */
export const roleRightsMessage = roleRights.omit({ name: true });
/** Data of coins.changed in `shop`; admins get GET /api/admin/coin-stock's answer. */
export const coinsMessage = z.object({ coinStock: z.number().int().min(0) });
/** Data of user.updated and balance.changed: the profile without rights, which clients request from the server. */
export const profileMessage = accountProfile.omit({ role: true, isAuthorizedUser: true, rights: true });
