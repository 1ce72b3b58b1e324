import { formatDecimal, fromDecimal, type Category, type Product } from '@pax/contracts';

export const SORTS = ['priceUp', 'priceDown', 'nameUp', 'nameDown'] as const;
export type Sort = (typeof SORTS)[number];

const byName = (a: Product, b: Product) => a.name.localeCompare(b.name, 'en', { numeric: true });
const byPrice = (a: Product, b: Product) => fromDecimal(a.price) - fromDecimal(b.price) || byName(a, b);

/** In the default order those with a place of their own stand first. */
const LAST = Number.POSITIVE_INFINITY;
const byPlace = (a: Product, b: Product) => {
  const [one, other] = [a.displayOrder ?? LAST, b.displayOrder ?? LAST];
  return one === other ? byPrice(a, b) : one - other;
};

const order: Record<Sort, (a: Product, b: Product) => number> = {
  priceUp: byPlace,
  priceDown: (a, b) => byPrice(b, a),
  nameUp: byName,
  nameDown: (a, b) => byName(b, a),
};

/** Tells whether a product matches a search in name, category (as stored and as shown), price or amount. */
export function matches(product: Product, search: string, categoryName = ''): boolean {
  const wanted = search.trim().toLowerCase();
  const { name, category, price, amount } = product;
  return [
    name,
    category,
    categoryName,
    price,
    formatDecimal(price, 'en'),
    formatDecimal(price, 'de'),
    amount ?? '',
  ].some((text) => text.toLowerCase().includes(wanted));
}

export interface View {
  readonly category: Category;
  readonly search: string;
  readonly sort: Sort;
  /** Only these ids are shown, where given. */
  readonly only?: ReadonlySet<number> | undefined;
}

export interface Shown {
  /** Matches in the open category. */
  readonly here: Product[];
  /** Matches in the other categories; only while searching or while the wishlist alone is shown. */
  readonly elsewhere: Product[];
}

/**
 * The visible products: the open category first; search and wishlist include all categories. By price, custom
 * coins come first.
 */
export function show(
  products: readonly Product[],
  { category, search, sort, only }: View,
  nameOf: (category: Category) => string,
): Shown {
  const fitting = products.filter(
    (product) => matches(product, search, nameOf(product.category)) && (only?.has(product.id) ?? true),
  );
  const beyond = search.trim() !== '' || only !== undefined;
  const where = (isHere: boolean) =>
    fitting.filter((product) => (product.category === category) === isHere).sort(order[sort]);
  return { here: where(true), elsewhere: beyond ? where(false) : [] };
}

export const isSort = (text: string | null): text is Sort => SORTS.some((known) => known === text);
