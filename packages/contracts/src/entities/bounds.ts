import type { Cents } from '../money.js';

// Numbers that several programs keep to. Apart from the schemas, so that no view of the page loads them with these.

/** The shop warns of low stock at this many pieces or fewer. */
export const LOW_STOCK = 10;
/** Coins in the pool below which it is low, and about to run out. */
export const LOW_POOL = 100_000_000;
export const CRITICAL_POOL = 10_000_000;
/** The most of one line of a cart: pieces, or whole millions of coins. */
export const MOST_PIECES = 999;
export const MOST_MILLIONS = 1_000_000;
/** The largest price, and the largest amount of store credit. */
export const MOST_AMOUNT: Cents = 1_000_000;
/** The most that one payment takes, which is the most that a card's provider takes at once. */
export const MOST_CHARGE: Cents = 99_999_999;
/** The last place that a product may have in the shop's order. */
export const LAST_PLACE = 9_999;
/** Days for which evidence of purchases is kept unless the operator sets it otherwise. */
export const USUAL_EVIDENCE_DAYS = 540;
