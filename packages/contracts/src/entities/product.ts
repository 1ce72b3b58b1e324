import { z } from 'zod';
import { CATEGORIES } from './categories.js';
import { decimalString, id } from './fields.js';

export const category = z.enum(CATEGORIES);

/** A product as the public list shows it; `stock` is what is free. */
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
  /** Coins per piece, null for goods that are no coins. */
  coinValue: z.number().int().nullable(),
  isOutOfStock: z.boolean(),
  isBestValue: z.boolean(),
  isLimitedStock: z.boolean(),
  /** Custom products ask for an amount of coins in whole millions. */
  isCustom: z.boolean(),
  description: z.string(),
  /** Percent off the original price for the badge, or null. */
  discount: z.number().int().nullable(),
  bulkMinQuantity: z.number().int().nullable(),
  bulkPrice: decimalString.nullable(),
  imageFit: z.enum(['cover', 'contain-zoom']),
  /** Before this time only Early Access sees the product. */
  availableFrom: z.iso.datetime().nullable(),
  /** Place among the products that have one, which stand first in the default order; null for all others. */
  displayOrder: z.number().int().nullable(),
});
export type Product = z.infer<typeof product>;

/** Fields that admins see in addition: on hand = free + held, and the versions that edits name. */
export const adminProduct = product.extend({
  /** Kept out of the shop: only staff see the product, and nobody can buy it. */
  isHidden: z.boolean(),
  onHand: z.number().int(),
  held: z.number().int(),
  version: z.number().int(),
  stockVersion: z.number().int(),
});
export type AdminProduct = z.infer<typeof adminProduct>;
