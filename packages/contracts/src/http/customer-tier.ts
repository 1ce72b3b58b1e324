import { z } from 'zod';
import { decimalString } from '../entities/fields.js';
import { tierName } from '../loyalty/tier-name.js';

const count = z.number().int();
const percent = z.number().min(0).max(100);

/** GET /api/customer-tier. Amounts are dollars. */
export const customerTierAnswer = z.object({
  currentTier: z.object({
    name: z.string(),
    /** Names the drawing `/art/tier-<icon>.svg`. */
    icon: tierName,
    /** Name of the colour token; never shown without the name. */
    color: tierName,
    /** Percent off every order. */
    discount: count,
    /** English sentences, only about benefits that the shop gives. */
    benefits: z.array(z.string()),
  }),
  /** Null at the highest tier. */
  nextTier: z
    .object({
      name: z.string(),
      icon: tierName,
      discount: count,
      minSpent: decimalString,
      /** 0 when the tier requires no orders, so that no bar is shown. */
      minOrders: count,
    })
    .nullable(),
  progress: z.object({ spent: percent, orders: percent }),
  missing: z.object({ spent: decimalString, orders: count }),
  /** `totalOrders` counts distinct paid purchases. */
  stats: z.object({ totalSpent: decimalString, totalOrders: count }),
});
export type CustomerTierAnswer = z.infer<typeof customerTierAnswer>;
