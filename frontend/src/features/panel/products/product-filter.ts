import { CATEGORIES, isProductImage, type AdminProduct } from '@pax/contracts';

export const PRODUCT_FILTERS = ['all', ...CATEGORIES, 'low', 'deleted'] as const;
/** Filter of the product list: by category, low stock (at most ten pieces), or deleted products. */
export type ProductFilter = (typeof PRODUCT_FILTERS)[number];

/** Number of pieces from which the stock counts as plentiful. */
const PLENTY_FROM = 11;
export type StockLevel = 'plenty' | 'low' | 'none';
export const stockLevelOf = (pieces: number): StockLevel =>
  pieces >= PLENTY_FROM ? 'plenty' : pieces > 0 ? 'low' : 'none';

const normaliseSearchText = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Returns the products that match a filter, and a search by name, number or description. */
export function filterProducts(
  products: readonly AdminProduct[],
  filter: ProductFilter,
  search: string,
): AdminProduct[] {
  const text = normaliseSearchText(search).trim();
  return products.filter(
    (product) =>
      (filter === 'all' ||
        filter === 'deleted' ||
        product.category === filter ||
        (filter === 'low' && product.stock < PLENTY_FROM)) &&
      (text === '' ||
        `#${product.id}` === text ||
        String(product.id) === text ||
        normaliseSearchText(`${product.name} ${product.description}`).includes(text)),
  );
}

/** Parses a typed image address; undefined if such addresses are not allowed. */
export function parseImageAddress(typed: string): string | undefined {
  const image = typed.trim();
  return isProductImage(image) ? image : undefined;
}
