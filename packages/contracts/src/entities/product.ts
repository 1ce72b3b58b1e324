import { z } from 'zod';
import { CATEGORIES } from './categories.js';
import { decimalString, id } from './fields.js';

export const category = z.enum(CATEGORIES);

/** A product of the public list; `stock` is the free number of pieces. */
export const product = z.object({
  id,
  name: z.string(),
  price: decimalString,
  /** Struck-out price, or null. */
  originalPrice: decimalString.nullable(),
  image: z.string(),
  category,
  /** Label such as "250M" or "1 stack", or null. */
  amount: z.string().nullable(),
  stock: z.number().int(),
  /** Coins per piece; null for other goods. */
  coinValue: z.number().int().nullable(),
  isOutOfStock: z.boolean(),
  isBestValue: z.boolean(),
  isLimitedStock: z.boolean(),
  /** True for coins sold in any amount of whole millions. */
  isCustom: z.boolean(),
  description: z.string(),
  /** Percent off the original price for the badge, or null. */
  discount: z.number().int().nullable(),
  bulkMinQuantity: z.number().int().nullable(),
  bulkPrice: decimalString.nullable(),
  imageFit: z.enum(['cover', 'contain-zoom']),
  /** Until this time, only buyers with Early Access see the product. */
  availableFrom: z.iso.datetime().nullable(),
  /** Position in the default order; products with null come after all others. */
  displayOrder: z.number().int().nullable(),
});
export type Product = z.infer<typeof product>;

/** A product for admins, with stock on hand (free and held) and the versions that edits must send. */
export const adminProduct = product.extend({
  /** True for a hidden product, which only staff see and no one can buy. */
  isHidden: z.boolean(),
  onHand: z.number().int(),
  held: z.number().int(),
  version: z.number().int(),
  stockVersion: z.number().int(),
});
export type AdminProduct = z.infer<typeof adminProduct>;
