import { ShopError } from './problem.js';

/**
 * Refuses an order that a list does not have, rather than answering in another one (OWN-194).
 * @param own the order that the list has by itself
 * @throws ShopError VALIDATION
 */
export function requireSort(asked: string | undefined, own: string): void {
  if (asked !== undefined && asked !== '' && asked !== own)
    throw new ShopError('VALIDATION', `sort: this list knows only "${own}"`);
}
