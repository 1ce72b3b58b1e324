import { z } from 'zod';
import { CATEGORIES } from './categories.js';
import { decimalString, id } from './fields.js';

export const category = z.enum(CATEGORIES);

/** A product in the public list; `stock` is the number of pieces that can be bought now. */
export const product = z.object({
  id,
  name: z.string(),
  price: decimalString,
  /** Former price, shown struck out; null without one. */
  originalPrice: decimalString.nullable(),
  image: z.string(),
  category,
  /** Label of the amount, such as "250M" or "1 stack"; null without one. */
  amount: z.string().nullable(),
  stock: z.number().int(),
  /** Number of coins in one piece; null for other goods. */
  coinValue: z.number().int().nullable(),
  isOutOfStock: z.boolean(),
  isBestValue: z.boolean(),
  isLimitedStock: z.boolean(),
  /** True for coins that are sold in any amount of whole millions. */
  isCustom: z.boolean(),
  description: z.string(),
  /** Discount from the former price, percent, shown as a badge; null without one. */
  discount: z.number().int().nullable(),
  bulkMinQuantity: z.number().int().nullable(),
  bulkPrice: decimalString.nullable(),
  imageFit: z.enum(['cover', 'contain-zoom']),
  /** Time until which only buyers with Early Access see the product. */
  availableFrom: z.iso.datetime().nullable(),
  /** Position in the default order of the list; products without a position come last. */
  displayOrder: z.number().int().nullable(),
});
export type Product = z.infer<typeof product>;

/** A product for admins: with the stock on hand (free and held), and with the versions that edits must contain. */
export const adminProduct = product.extend({
  /** True for a hidden product, which only staff see and nobody can buy. */
  isHidden: z.boolean(),
  onHand: z.number().int(),
  held: z.number().int(),
  version: z.number().int(),
  stockVersion: z.number().int(),
});
export type AdminProduct = z.infer<typeof adminProduct>;
