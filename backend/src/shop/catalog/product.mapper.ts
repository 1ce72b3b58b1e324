import {
  COINS_PER_MILLION,
  formatCentsAsDecimal,
  type AdminProduct,
  type Product as WireProduct,
} from '@pax/contracts';
import type { PricedProduct } from '@pax/contracts';
import type { Product } from './product.entity.js';

/** A product's amounts in the ledger. Coin products share the coin pool instead. */
export interface Availability {
  /** Free pieces; below 0 only if stock was set to less than the held amount. */
  free: number;
  held: number;
  stockVersion: number;
  /** Free coins of the coin pool. */
  poolFree: number;
  poolHeld: number;
}

/** Pieces that can be bought now, at least 0. A custom amount of coins is counted in whole millions. */
export function availablePieces(
  product: Pick<Product, 'coinValue' | 'isCustom'>,
  availability: Availability,
): number {
  if (product.isCustom) return Math.max(0, Math.floor(availability.poolFree / COINS_PER_MILLION));
  if (product.coinValue !== null) return Math.max(0, Math.floor(availability.poolFree / product.coinValue));
  return Math.max(0, availability.free);
}

/** Builds the public API form of a product. */
export function toPublicProduct(product: Product, availability: Availability): WireProduct {
  const stock = availablePieces(product, availability);
  const { originalPriceCents: original, priceCents } = product;
  return {
    id: product.id,
    name: product.name,
    price: formatCentsAsDecimal(priceCents),
    originalPrice: original === null ? null : formatCentsAsDecimal(original),
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
    bulkPrice: product.bulkPriceCents === null ? null : formatCentsAsDecimal(product.bulkPriceCents),
    imageFit: product.imageFit,
    availableFrom: product.availableFrom?.toISOString() ?? null,
    displayOrder: product.displayOrder,
  };
}

/** Builds the API form of a product for admins, with the fields that only they see. */
export function toAdminProduct(product: Product, availability: Availability): AdminProduct {
  const { free, held, stockVersion } = availability;
  return {
    ...toPublicProduct(product, availability),
    isHidden: product.isHidden,
    onHand: free + held,
    held,
    version: product.version,
    stockVersion,
  };
}

/** Builds the form of a product that the pricing function takes. */
export function toPricedProduct(product: Product): PricedProduct {
  const { id, priceCents, isCustom, coinValue, bulkMinQuantity, bulkPriceCents } = product;
  return { id, priceCents, isCustom, coinValue, bulkMinQuantity, bulkPriceCents };
}
