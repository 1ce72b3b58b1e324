import { Injectable } from '@nestjs/common';
import type { AdminProduct } from '@pax/contracts';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/shop-error.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { writeAuditRow } from '../../people/audit/audit.js';
import { CatalogQueries } from './catalog.queries.js';
import { alertIfPriceFell } from './price-fall-alert.js';
import { lockProduct, saveProduct } from './update-product.js';

/** Deletes products by a mark and restores them. Their stock stays unchanged. */
@Injectable()
export class DeleteProducts {
  constructor(
    private readonly transactions: Transactions,
    private readonly catalog: CatalogQueries,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError PRODUCT_NOT_FOUND */
  async deleteProduct(actor: Actor, id: number): Promise<void> {
    await this.transactions.run((tx) => this.deleteLockedProduct(tx, actor, id));
  }

  /**
   * Deletes the given products that exist, in one transaction.
   * @returns the ids of the deleted products
   */
  deleteProducts(actor: Actor, ids: readonly number[]): Promise<number[]> {
    return this.transactions.run(async (tx) => {
      const deleted: number[] = [];
      // Deletes in ascending order of ids, so that two concurrent calls cannot deadlock.
      for (const id of [...new Set(ids)].toSorted((one, other) => one - other))
        if (await this.deleteIfExisting(tx, actor, id)) deleted.push(id);
      return deleted;
    });
  }

  /**
   * Restores a deleted product.
   * @throws ShopError PRODUCT_NOT_FOUND when the product is not deleted
   */
  restoreProduct(actor: Actor, id: number): Promise<AdminProduct> {
    return this.transactions.run(async (tx) => {
      const product = await lockProduct(tx, id, { isDeleted: true });
      product.deletedAt = null;
      await saveProduct(tx, product, 'product.restored');
      await alertIfPriceFell(tx, { actor: actorName(actor), product });
      await writeAuditRow(tx, {
        actor: actorName(actor),
        action: 'product.restore',
        subject: `product:${id}`,
      });
      return this.catalog.readProduct(tx, id);
    });
  }

  private async deleteIfExisting(tx: Tx, actor: Actor, id: number): Promise<boolean> {
    try {
      await this.deleteLockedProduct(tx, actor, id);
      return true;
    } catch (error) {
      if (error instanceof ShopError && error.code === 'PRODUCT_NOT_FOUND') return false;
      throw error;
    }
  }

  private async deleteLockedProduct(tx: Tx, actor: Actor, id: number): Promise<void> {
    const product = await lockProduct(tx, id, { isDeleted: false });
    product.deletedAt = this.clock.now();
    await saveProduct(tx, product, 'product.deleted');
    await writeAuditRow(tx, { actor: actorName(actor), action: 'product.delete', subject: `product:${id}` });
  }
}
