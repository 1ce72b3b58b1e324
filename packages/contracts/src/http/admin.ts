import { z } from 'zod';
import { boundedString } from '../entities/fields.js';

/** GET /api/coin-stock: what is free. */
export const coinStockAnswer = z.object({ coinStock: z.number().int() });
/** GET /api/admin/coin-stock: coinStock is on hand. */
export const adminCoinStockAnswer = z.object({
  coinStock: z.number().int(),
  held: z.number().int(),
  free: z.number().int(),
  version: z.number().int(),
});
/** PUT /api/admin/coin-stock: digits as text or number. */
export const setCoinStockRequest = z.strictObject({
  coinStock: z
    .union([
      boundedString(40)
        .trim()
        .regex(/^\d{1,15}$/)
        .transform(Number),
      z.number(),
    ])
    .pipe(z.number().int().min(0).max(1_000_000_000_000_000)),
  version: z.number().int().optional(),
});
/** GET /api/admin/counts: the numbers of the sidebar. */
export const adminCounts = z.object({
  orders: z.number().int(),
  archived: z.number().int(),
  users: z.number().int(),
  tickets: z.number().int(),
});
export const orderPatchRequest = z.strictObject({ version: z.number().int().optional() });
/** POST /api/admin/orders/{id}/refund, of an order that is completed or archived; `restock` puts its goods back as well. */
export const orderRefundRequest = z.strictObject({
  version: z.number().int().optional(),
  restock: z.boolean().optional(),
});
export type CoinStockAnswer = z.infer<typeof coinStockAnswer>;
export type AdminCoinStockAnswer = z.infer<typeof adminCoinStockAnswer>;
export type SetCoinStockRequest = z.infer<typeof setCoinStockRequest>;
export type AdminCounts = z.infer<typeof adminCounts>;
export type OrderPatchRequest = z.infer<typeof orderPatchRequest>;
export type OrderRefundRequest = z.infer<typeof orderRefundRequest>;
