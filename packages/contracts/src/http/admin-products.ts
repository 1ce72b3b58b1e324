import { z } from 'zod';
import { LAST_PLACE, MOST_AMOUNT, MOST_PIECES } from '../entities/bounds.js';
import {
  coinCount,
  decimalString,
  id,
  line,
  optionalLine,
  optionalText,
  sentInstant,
} from '../entities/fields.js';
import { category, product } from '../entities/product.js';
import { parseAmount, toDecimal, type Cents } from '../money.js';
import { isProductImage } from '../shop-paths.js';

/** Price at which a new product's image is shown whole and zoomed, unless `imageFit` is given. */
const ZOOMED_PRICE: Cents = 3_250;
/** The default `imageFit` of a new product; later changes of the price do not affect it. */
export const presetImageFit = (price: Cents): 'cover' | 'contain-zoom' =>
  price === ZOOMED_PRICE ? 'contain-zoom' : 'cover';

const price = decimalString.refine(
  (value) => {
    const cents = parseAmount(value) ?? 0;
    return cents > 0 && cents <= MOST_AMOUNT;
  },
  `must be from 0.01 to ${toDecimal(MOST_AMOUNT)}`,
);

/** An https address, which the server never fetches, or a picture of the shop; empty for no image. */
export const productImage = optionalLine(500).refine(
  isProductImage,
  'must be an https address or a picture of the shop',
);

const stock = z.number().int().min(0).max(1_000_000);
/** Invisible bidirectional control characters, which are often pasted by accident. */
const TURNING = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
/** Removes bidirectional controls, since names and descriptions appear within other texts of pages, mails and posts. */
const unturned = (value: string): string => value.replaceAll(TURNING, '').trim();

/** Fields of a product that staff set; `productFault` checks which of them fit together. */
const productFields = {
  name: line(80).overwrite(unturned),
  category,
  price,
  description: optionalText(1_000).overwrite(unturned),
  image: productImage,
  imageFit: product.shape.imageFit,
  originalPrice: price.nullable(),
  amount: line(20).overwrite(unturned).nullable(),
  isCustom: z.boolean(),
  coinValue: coinCount.min(1).nullable(),
  /** At most the largest line of a cart, since a higher quantity could never be reached. */
  bulkMinQuantity: z.number().int().min(2).max(MOST_PIECES).nullable(),
  bulkPrice: price.nullable(),
  availableFrom: sentInstant.nullable(),
  displayOrder: z.number().int().min(1).max(LAST_PLACE).nullable(),
  isHidden: z.boolean(),
  /** Pieces on hand; none for coins, which draw on the pool. */
  stock,
  isBestValue: z.boolean(),
  isLimitedStock: z.boolean(),
};

/** PATCH /api/admin/products/{id}: only the fields to change, with the versions that the editor saw. */
export const updateProductRequest = z
  .strictObject({ ...productFields, version: z.int32(), stockVersion: z.int32() })
  .partial();
export type UpdateProductRequest = z.infer<typeof updateProductRequest>;

/** POST /api/admin/products: coins need `coinValue` or are custom; all other products may have a stock. */
export const createProductRequest = z
  .strictObject(productFields)
  .partial()
  .required({ name: true, price: true, category: true });
export type CreateProductRequest = z.infer<typeof createProductRequest>;

/** POST /api/admin/products/bulk-delete */
/** How many products one call deletes. */
export const DELETE_AT_ONCE = 500;
export const deleteProductsRequest = z.strictObject({ ids: z.array(id).min(1).max(DELETE_AT_ONCE) });
export type DeleteProductsRequest = z.infer<typeof deleteProductsRequest>;
/** The ids of the deleted products; unknown and already deleted ones are left out. */
export const deleteProductsAnswer = z.object({ deleted: z.array(id) });
export type DeleteProductsAnswer = z.infer<typeof deleteProductsAnswer>;
