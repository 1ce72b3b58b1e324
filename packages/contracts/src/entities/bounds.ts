import type { Cents } from '../money.js';

// Limits shared by several programs. Separate from the schemas, so that a page needs no schemas to use them.

/** The shop warns of low stock at this many pieces or fewer. */
export const LOW_STOCK = 10;
/** Number of coins below which the pool is low. */
export const LOW_POOL = 100_000_000;
/** Number of coins below which the pool is critical. */
export const CRITICAL_POOL = 10_000_000;
/** Largest quantity of one line of a cart: pieces, or whole millions of coins. */
export const MAX_PIECES = 999;
export const MAX_MILLIONS = 1_000_000;
/** The largest price, and the largest amount of store credit. */
export const MAX_AMOUNT: Cents = 1_000_000;
/** Largest payment: the card provider's limit. */
export const MAX_CHARGE: Cents = 99_999_999;
/** Largest `displayOrder` of a product. */
export const MAX_DISPLAY_ORDER = 9_999;
/** Default number of days for which evidence of purchases is kept. */
export const DEFAULT_EVIDENCE_DAYS = 540;
