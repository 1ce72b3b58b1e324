import type { Cents } from '../money.js';

// Limits that several programs share. Separate from the schemas, so that pages can use the limits without loading
// schemas.

/** Number of pieces at or below which stock counts as low. */
export const LOW_STOCK = 10;
/** Number of coins below which the coin pool counts as low. */
export const LOW_POOL = 100_000_000;
/** Number of coins below which the coin pool counts as critical. */
export const CRITICAL_POOL = 10_000_000;
/** Largest quantity of one cart line: pieces, or whole millions of coins. */
export const MAX_PIECES = 999;
export const MAX_MILLIONS = 1_000_000;
/** Largest price, which is also the largest amount of store credit. */
export const MAX_AMOUNT: Cents = 1_000_000;
/** Largest payment, which is the card provider's limit. */
export const MAX_CHARGE: Cents = 99_999_999;
/** Largest `displayOrder` of a product. */
export const MAX_DISPLAY_ORDER = 9_999;
/** Default number of days for which evidence of purchases is kept. */
export const DEFAULT_EVIDENCE_DAYS = 540;
