import type { Product } from '@pax/contracts';

const good: Product = {
  id: 1,
  name: 'Good',
  price: '9.99',
  originalPrice: '12.99',
  image: '/art/coins-10m.svg',
  category: 'coins',
  amount: '10M',
  stock: 50,
  coinValue: 10_000_000,
  isOutOfStock: false,
  isBestValue: false,
  isLimitedStock: false,
  isCustom: false,
  description: '',
  discount: null,
  bulkMinQuantity: 5,
  bulkPrice: '8.99',
  imageFit: 'cover',
  availableFrom: null,
  displayOrder: null,
};

const kinds: readonly Partial<Product>[] = [
  {},
  { isBestValue: true },
  { discount: 10 },
  { isLimitedStock: true, stock: 3 },
  { isOutOfStock: true, stock: 0 },
  { isCustom: true },
  { imageFit: 'contain-zoom' },
];

/** Products that need every style of a card: rendered for their styles, never shown. */
export const shellGoods: readonly Product[] = kinds.map((kind, place) => ({
  ...good,
  ...kind,
  id: place + 1,
}));
