/** Most products on a wishlist. Defined without a schema, because the shop's first load reads it. */
export const WISHLIST_SIZE = 500;
