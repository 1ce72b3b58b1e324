import type { AdminProduct } from '@pax/contracts';
import { product } from './product';

/** A product as staff see it. */
export const adminProduct = (changes: Partial<AdminProduct> = {}): AdminProduct => ({
  ...product(changes),
  isHidden: false,
  onHand: changes.stock ?? 20,
  held: 0,
  version: 4,
  stockVersion: 9,
  ...changes,
});
