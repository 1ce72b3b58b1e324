import type { AdminProduct, Product } from '@pax/contracts';

/** A product as staff see it. */
export const adminProduct = (changes: Partial<AdminProduct> = {}): AdminProduct => ({
  ...product(changes),
  isHidden: false,
  onHand: changes.stock ?? 20,
  held: 0,
  version: 4,
  stockVersion: 9,
  ...changes,
});

/** A product for tests; an item in stock by default. */
export const product = (changes: Partial<Product> = {}): Product => ({
  id: 1,
  name: 'Wings',
  price: '19.99',
  originalPrice: null,
  image: '/art/wings.svg',
  category: 'items',
  amount: null,
  stock: 20,
  coinValue: null,
  isOutOfStock: false,
  isBestValue: false,
  isLimitedStock: false,
  isCustom: false,
  description: 'Fly.',
  discount: null,
  bulkMinQuantity: null,
  bulkPrice: null,
  imageFit: 'cover',
  availableFrom: null,
  displayOrder: null,
  ...changes,
});
