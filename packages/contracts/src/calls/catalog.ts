import { z } from 'zod';
import { MAX_DISPLAY_ORDER, MAX_AMOUNT, MAX_PIECES } from '../entities/shared-limits.js';
import {
  boundedString,
  coinCount,
  decimalString,
  id,
  idParam,
  line,
  optionalLine,
  optionalText,
  clientInstant,
} from '../entities/fields.js';
import { ledgerEntry } from '../entities/ledger-entry.js';
import { picture, MAX_PICTURE_BYTES, PICTURE_TYPES, pictureFile } from '../entities/picture.js';
import { adminProduct, category, product } from '../entities/product.js';
import { type Cents, parseAmount, formatCentsAsDecimal } from '../money.js';
import { isProductImage } from '../path-checks.js';
import { defineCall, HOUR_MS } from './call-definition.js';
import { successAnswer, listQuery } from './pagination.js';

/** The only price at which a new product's image is shown whole and zoomed, unless `imageFit` is given. */
const ZOOMED_PRICE: Cents = 3_250;
/** Default `imageFit` of a new product; a later change of the price does not change it. */
export const getDefaultImageFit = (price: Cents): 'cover' | 'contain-zoom' =>
  price === ZOOMED_PRICE ? 'contain-zoom' : 'cover';

const productPrice = decimalString.refine(
  (value) => {
    const cents = parseAmount(value) ?? 0;
    return cents > 0 && cents <= MAX_AMOUNT;
  },
  `must be from 0.01 to ${formatCentsAsDecimal(MAX_AMOUNT)}`,
);

/** Address of an image: https, which the server never fetches, or a picture of the shop; empty for no image. */
export const productImage = optionalLine(500).refine(
  isProductImage,
  'must be an https address or a picture of the shop',
);

const stock = z.number().int().min(0).max(1_000_000);
/** Invisible bidirectional control characters, which people often paste without noticing. */
const BIDI_CONTROLS = /[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
/**
 * Removes bidirectional control characters, since names and descriptions are inserted into texts of pages, mails and
 * posts, which they could reverse.
 */
const removeBidiControls = (value: string): string => value.replaceAll(BIDI_CONTROLS, '').trim();

/**
 * Text of a product in which other code looks for amounts. A text of ligatures such as `ﷺ` is refused, since it
 * becomes many times as long when decomposed.
 */
const createComparedLine = (max: number) =>
  line(max)
    .overwrite(removeBidiControls)
    .refine((value) => value.normalize('NFKC').length <= max * 2, 'contains too many joined characters');

/** Product fields that staff set; `findProductFault` checks which values fit together. */
const productFields = {
  name: createComparedLine(80),
  category,
  price: productPrice,
  description: optionalText(1_000).overwrite(removeBidiControls),
  image: productImage,
  imageFit: product.shape.imageFit,
  originalPrice: productPrice.nullable(),
  amount: createComparedLine(20).nullable(),
  isCustom: z.boolean(),
  coinValue: coinCount.min(1).nullable(),
  /**
   * Smallest quantity for the bulk price; limited by the largest quantity of a cart line, which could otherwise never
   * reach it.
   */
  bulkMinQuantity: z.number().int().min(2).max(MAX_PIECES).nullable(),
  bulkPrice: productPrice.nullable(),
  availableFrom: clientInstant.nullable(),
  displayOrder: z.number().int().min(1).max(MAX_DISPLAY_ORDER).nullable(),
  isHidden: z.boolean(),
  /** Pieces on hand; none for coin products, whose coins are taken from the pool. */
  stock,
  isBestValue: z.boolean(),
  isLimitedStock: z.boolean(),
};

/** PATCH /api/admin/products/{id}: the fields to change, and the versions of the product that the editor saw. */
export const updateProductRequest = z
  .strictObject({ ...productFields, version: z.int32(), stockVersion: z.int32() })
  .partial();
export type UpdateProductRequest = z.infer<typeof updateProductRequest>;

/** POST /api/admin/products: a coin product needs `coinValue` or is sold in any amount; all others may have a stock. */
export const createProductRequest = z
  .strictObject(productFields)
  .partial()
  .required({ name: true, price: true, category: true });
export type CreateProductRequest = z.infer<typeof createProductRequest>;

/** Largest number of products that one call can delete. */
export const MAX_DELETED_AT_ONCE = 500;
/** POST /api/admin/products/bulk-delete: the ids of the products to delete. */
export const deleteProductsRequest = z.strictObject({ ids: z.array(id).min(1).max(MAX_DELETED_AT_ONCE) });
export type DeleteProductsRequest = z.infer<typeof deleteProductsRequest>;
/** Ids of the products that were deleted; unknown and previously deleted ones are left out. */
export const deleteProductsAnswer = z.object({ deleted: z.array(id) });
export type DeleteProductsAnswer = z.infer<typeof deleteProductsAnswer>;

/** GET /api/coin-stock: the number of coins that can be bought now. */
/** Products in the answer of GET /api/best-sellers at most. */
export const MAX_BEST_SELLERS = 8;
/** GET /api/best-sellers: ids of items and bases, the most ordered first; some may not be sold any more. */
export const bestSellersAnswer = z.object({ ids: z.array(id).max(MAX_BEST_SELLERS) });
export type BestSellersAnswer = z.infer<typeof bestSellersAnswer>;

export const coinStockAnswer = z.object({ coinStock: z.number().int().min(0) });
export type CoinStockAnswer = z.infer<typeof coinStockAnswer>;
/** GET /api/admin/coin-stock: `coinStock` is the number on hand, including coins that unfinished checkouts hold. */
export const adminCoinStockAnswer = z.object({
  coinStock: z.number().int(),
  held: z.number().int(),
  free: z.number().int(),
  version: z.number().int(),
});
export type AdminCoinStockAnswer = z.infer<typeof adminCoinStockAnswer>;
/** PUT /api/admin/coin-stock: the new number of coins, as a number or as a text of digits. */
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
  version: z.int32().optional(),
});
export type SetCoinStockRequest = z.infer<typeof setCoinStockRequest>;

/** POST /api/admin/images: `url` is the address of the uploaded picture, to be set as a product's image. */
export const uploadImageAnswer = picture.extend({ url: z.string() });
export type UploadImageAnswer = z.infer<typeof uploadImageAnswer>;

/** Calls about products and the coin pool. */
export const catalogCalls = {
  products: defineCall({
    method: 'GET',
    path: '/api/products',
    access: 'public',
    summary: 'All products that the asker may see; staff see what is on hand and the versions as well.',
    answer: z.array(z.union([adminProduct, product])),
  }),
  bestSellers: defineCall({
    method: 'GET',
    path: '/api/best-sellers',
    access: 'public',
    summary: 'Items and bases that were ordered most often within 30 days, at most ten minutes old.',
    answer: bestSellersAnswer,
  }),
  deletedProducts: defineCall({
    method: 'GET',
    path: '/api/admin/products/deleted',
    access: 'staff',
    right: 'products',
    summary: 'The products that were deleted and can be restored, the last deleted first.',
    answer: z.array(adminProduct),
  }),
  createProduct: defineCall({
    method: 'POST',
    path: '/api/admin/products',
    access: 'staff',
    right: 'products',
    summary: 'Adds a product.',
    body: createProductRequest,
    status: 201,
    answer: adminProduct,
  }),
  updateProduct: defineCall({
    method: 'PATCH',
    path: '/api/admin/products/:id',
    params: { id: idParam },
    access: 'staff',
    right: 'products',
    summary: 'Changes a product or what is on hand of it; STALE carries the product as it is now.',
    body: updateProductRequest,
    answer: adminProduct,
    errors: ['PRODUCT_NOT_FOUND', 'STALE'],
  }),
  deleteProduct: defineCall({
    method: 'DELETE',
    path: '/api/admin/products/:id',
    params: { id: idParam },
    access: 'staff',
    right: 'products',
    summary: 'Deletes a product softly: it can be bought no more, and orders keep it.',
    answer: successAnswer,
    errors: ['PRODUCT_NOT_FOUND'],
  }),
  deleteProducts: defineCall({
    method: 'POST',
    path: '/api/admin/products/bulk-delete',
    access: 'staff',
    right: 'products',
    summary: 'Deletes several products softly.',
    body: deleteProductsRequest,
    answer: deleteProductsAnswer,
  }),
  restoreProduct: defineCall({
    method: 'POST',
    path: '/api/admin/products/:id/restore',
    params: { id: idParam },
    access: 'staff',
    right: 'products',
    summary: 'Brings a deleted product back.',
    answer: adminProduct,
    errors: ['PRODUCT_NOT_FOUND'],
  }),
  coinStock: defineCall({
    method: 'GET',
    path: '/api/coin-stock',
    access: 'public',
    summary: 'The free coins of the pool.',
    answer: coinStockAnswer,
  }),
  adminCoinStock: defineCall({
    method: 'GET',
    path: '/api/admin/coin-stock',
    access: 'staff',
    right: 'products',
    summary: 'The pool: on hand, held and free, with the version that an edit names.',
    answer: adminCoinStockAnswer,
  }),
  setCoinStock: defineCall({
    method: 'PUT',
    path: '/api/admin/coin-stock',
    access: 'admin',
    secondStep: 'fresh',
    summary: 'Sets what is on hand.',
    body: setCoinStockRequest,
    answer: adminCoinStockAnswer,
    errors: ['STALE'],
  }),
  productLedger: defineCall({
    method: 'GET',
    path: '/api/admin/products/:id/ledger',
    params: { id: idParam },
    access: 'staff',
    right: 'products',
    summary: 'One page of what was booked on the stock of a product, newest first, with who did it.',
    query: listQuery,
    answer: z.array(ledgerEntry),
  }),
  poolLedger: defineCall({
    method: 'GET',
    path: '/api/admin/coin-stock/ledger',
    access: 'staff',
    right: 'products',
    summary: 'One page of what was booked on the coin pool, newest first, with who did it.',
    query: listQuery,
    answer: z.array(ledgerEntry),
  }),
} as const;

/** Calls about pictures of products. */
export const pictureCalls = {
  uploadImage: defineCall({
    method: 'POST',
    path: '/api/admin/images',
    access: 'staff',
    right: 'products',
    summary: 'Takes a picture for products: checked, made anew as WebP without metadata, and stored once.',
    upload: PICTURE_TYPES,
    status: 201,
    answer: uploadImageAnswer,
    errors: ['IMAGE_UNREADABLE', 'IMAGE_TOO_LARGE'],
    bounds: {
      bodyLimit: MAX_PICTURE_BYTES,
      perAddress: { name: 'images-address', points: 200, windowMs: HOUR_MS },
    },
  }),
  image: defineCall({
    method: 'GET',
    path: '/api/images/:file',
    params: { file: pictureFile },
    access: 'public',
    summary: 'A picture of a product.',
    media: 'image/webp',
  }),
} as const;
