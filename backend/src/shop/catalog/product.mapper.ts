import { COINS_PER_MILLION, toDecimal, type AdminProduct, type Product as WireProduct } from '@pax/contracts';
import type { PricedProduct } from '@pax/contracts';
import type { Product } from './product.entity.js';

/** A product's amounts in the ledger. Coin products draw on the pool instead. */
export interface Availability {
  /** Free pieces; negative only after stock was set below the held amount. */
  free: number;
  held: number;
  stockVersion: number;
  /** Free coins of the pool. */
  poolFree: number;
}

/** Pieces that can be bought now, at least 0. Custom coins are counted in whole millions. */
export function availablePieces(
  product: Pick<Product, 'coinValue' | 'isCustom' | 'category'>,
  availability: Availability,
): number {
  if (product.isCustom) return Math.max(0, Math.floor(availability.poolFree / COINS_PER_MILLION));
  if (product.coinValue !== null) return Math.max(0, Math.floor(availability.poolFree / product.coinValue));
  return Math.max(0, availability.free);
}

/** The public form of a product. */
export function toWire(product: Product, availability: Availability): WireProduct {
  const stock = availablePieces(product, availability);
  const { originalPriceCents: original, priceCents } = product;
  return {
    id: product.id,
    name: product.name,
    price: toDecimal(priceCents),
    originalPrice: original === null ? null : toDecimal(original),
    image: product.image,
    category: product.category,
    amount: product.amount,
    stock,
    coinValue: product.coinValue,
    isOutOfStock: stock <= 0,
    isBestValue: product.isBestValue,
    isLimitedStock: product.isLimitedStock,
    isCustom: product.isCustom,
    description: product.description,
    discount:
      original === null || original <= priceCents
        ? null
        : Math.round(((original - priceCents) * 100) / original),
    bulkMinQuantity: product.bulkMinQuantity,
    bulkPrice: product.bulkPriceCents === null ? null : toDecimal(product.bulkPriceCents),
    imageFit: product.imageFit,
    availableFrom: product.availableFrom?.toISOString() ?? null,
    displayOrder: product.displayOrder,
  };
}

/** The wire form for admins, with the fields that only they see. */
export function toAdminWire(product: Product, availability: Availability): AdminProduct {
  const { free, held, stockVersion } = availability;
  return {
    ...toWire(product, availability),
    isHidden: product.isHidden,
    onHand: free + held,
    held,
    version: product.version,
    stockVersion,
  };
}

/** The form the pricing function takes. */
export function toPricedProduct(product: Product): PricedProduct {
  const { id, priceCents, isCustom, coinValue, bulkMinQuantity, bulkPriceCents } = product;
  return { id, priceCents, isCustom, coinValue, bulkMinQuantity, bulkPriceCents };
}
