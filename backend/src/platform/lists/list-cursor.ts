import { ShopError } from '../problem.js';

/** The id that a cursor names, after which a page starts; compare it as int8. @throws ShopError VALIDATION */
export function idOfCursor(cursor: string): number {
  if (!/^[1-9]\d{0,14}$/.test(cursor)) throw new ShopError('VALIDATION', 'cursor: not a cursor of this list');
  return Number(cursor);
}
