import type { AdminProduct } from '@pax/contracts';

/** Fields of a message about stock. */
export type StockOf = Pick<
  AdminProduct,
  'id' | 'stock' | 'isOutOfStock' | 'onHand' | 'held' | 'stockVersion'
>;

const stockOf = ({ stock, isOutOfStock, onHand, held, stockVersion }: StockOf) => ({
  stock,
  isOutOfStock,
  onHand,
  held,
  stockVersion,
});

/** Row and stock have versions of their own: each part is taken from whichever is newer. */
function newest(known: AdminProduct, now: AdminProduct): AdminProduct {
  const row = now.version >= known.version ? now : known;
  return { ...row, ...stockOf(now.stockVersion >= known.stockVersion ? now : known) };
}

/** A list with a product as it is now, in the order of ids. */
export function withProduct(products: readonly AdminProduct[], now: AdminProduct): AdminProduct[] {
  const known = products.find(({ id }) => id === now.id);
  const rest = products.filter(({ id }) => id !== now.id);
  return [...rest, known ? newest(known, now) : now].toSorted((one, other) => one.id - other.id);
}

export const withoutProduct = (products: readonly AdminProduct[], gone: number): AdminProduct[] =>
  products.filter(({ id }) => id !== gone);

/** A list with a product's stock as it is now; holds move no version, so an equal one replaces too. */
export const withStock = (products: readonly AdminProduct[], now: StockOf): AdminProduct[] =>
  products.map((product) =>
    product.id === now.id && now.stockVersion >= product.stockVersion
      ? { ...product, ...stockOf(now) }
      : product,
  );
