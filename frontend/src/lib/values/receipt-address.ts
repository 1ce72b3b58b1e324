/** The page with the receipt of a purchase. */
export const receiptAddress = (checkout: string): string =>
  `/receipt?checkout=${encodeURIComponent(checkout)}`;
