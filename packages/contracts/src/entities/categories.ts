/** The shop's four categories. Apart from the schemas, so that the first view of the shop needs none. */
export const CATEGORIES = ['coins', 'items', 'bases', 'armor'] as const;

/** The shop warns of low stock at this many pieces or fewer (SHOP-2.33). */
export const LOW_STOCK = 10;
