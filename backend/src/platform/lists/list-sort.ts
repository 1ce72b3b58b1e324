import { ShopError } from '../problem.js';

/**
 * Refuses a sort order other than the list's own, instead of ignoring it.
 * @throws ShopError VALIDATION
 */
export function requireSort(asked: string | undefined, own: string): void {
  if (asked !== undefined && asked !== '' && asked !== own)
    throw new ShopError('VALIDATION', `sort: this list knows only "${own}"`);
}
