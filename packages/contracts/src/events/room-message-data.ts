import { z } from 'zod';
import { accountProfile } from '../entities/user.js';
import { readNoticesRequest } from '../calls/support/notices.js';
import { roleRights } from '../calls/role-rights.js';

/** Data of the event stock.changed in the room `shop`. */
export const stockMessage = z.object({
  id: z.number().int(),
  stock: z.number().int(),
  isOutOfStock: z.boolean(),
});
/** Data of the event stock.changed in the room `admin`. */
export const adminStockMessage = stockMessage.extend({
  onHand: z.number().int(),
  held: z.number().int(),
  stockVersion: z.number().int(),
});
/** Data of the event rights.set, without the role's name, which only Discord knows. */
export const roleRightsMessage = roleRights.omit({ name: true });
/** Data of the events bell.added, none because the page reads the notices anew, and bell.read. */
export const bellMessage = z.object(readNoticesRequest.shape).partial();
/** Data of the event coins.changed in the room `shop`; admins receive the answer of GET /api/admin/coin-stock. */
export const coinsMessage = z.object({ coinStock: z.number().int().min(0) });
/**
 * Data of the events user.updated and balance.changed: the profile without rights, which clients ask the server for.
 */
export const profileMessage = accountProfile.omit({ role: true, isAuthorizedUser: true, rights: true });
