import type { AdminProduct } from '@pax/contracts';
import { IsNull, Not } from 'typeorm';
import { ShopError } from '../../platform/problem.js';
import type { Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { Product } from './product.entity.js';

/**
 * A product's row, locked until the transaction ends; purchases, which lock the row's key only, go on.
 * @throws ShopError PRODUCT_NOT_FOUND where there is none, deleted or not, as is asked for
 */
export async function lockProduct(
  tx: Tx,
  id: number,
  { isDeleted }: { isDeleted: boolean },
): Promise<Product> {
  const product = await tx.findOne(Product, {
    where: { id, deletedAt: isDeleted ? Not(IsNull()) : IsNull() },
    lock: { mode: 'for_no_key_update' },
  });
  if (!product) throw new ShopError('PRODUCT_NOT_FOUND', 'There is no such product.');
  return product;
}

/** Saves a locked product under its next version and appends the event. */
export async function saveProduct(
  tx: Tx,
  product: Product,
  type: 'product.updated' | 'product.hidden' | 'product.deleted' | 'product.restored',
): Promise<void> {
  product.version += 1;
  await tx.save(product);
  appendEvent(tx, { type, aggregate: 'product', aggregateId: String(product.id), version: product.version });
}

/** The refusal of an edit of something that changed meanwhile, with what it is now. */
export const staleProduct = (current: AdminProduct): ShopError =>
  new ShopError('STALE', 'Somebody changed this in the meantime.', { current });
