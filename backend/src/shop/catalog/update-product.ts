import { Injectable } from '@nestjs/common';
import type { AdminProduct, UpdateProductRequest } from '@pax/contracts';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/problem.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { audit } from '../../people/audit/audit.js';
import { stock, stockHeld } from '../../people/ledger/accounts.js';
import { setOnHand } from '../../people/ledger/set-on-hand.js';
import { CatalogQueries } from './catalog.queries.js';
import { tellIfCheap } from './cheap-prices.js';
import { lockProduct, saveProduct, staleProduct } from './lock-product.js';
import { isInShop, Product } from './product.entity.js';
import { coinsDrawOnPool, invalid, setFields } from './set-fields.js';

export interface ChangedProduct {
  product: AdminProduct;
  /** Pieces. */
  before: number | undefined;
}

/** Changes a product's row, what is on hand of it, or both. What is the same already raises no version. */
@Injectable()
export class UpdateProduct {
  constructor(
    private readonly transactions: Transactions,
    private readonly catalog: CatalogQueries,
    private readonly clock: Clock,
  ) {}

  /**
   * @param actor as audit rows name who does it
   * @throws ShopError PRODUCT_NOT_FOUND; VALIDATION for fields that contradict each other; STALE with the product as it
   * is now
   * @throws ShopError VALIDATION when stock is set of a product that draws on the pool
   */
  async execute(actor: string, id: number, request: UpdateProductRequest): Promise<AdminProduct> {
    return (await this.change(actor, id, request)).product;
  }

  /** The same. @returns also what was on hand before, where stock is set */
  change(actor: string, id: number, request: UpdateProductRequest): Promise<ChangedProduct> {
    const { version, stockVersion, stock: target, ...change } = request;
    return this.transactions.run(async (tx) => {
      const product = await lockProduct(tx, id, { isDeleted: false });
      if (version !== undefined && version !== product.version)
        throw staleProduct(await this.catalog.one(tx, id));
      const before =
        target === undefined
          ? undefined
          : await this.setStock(tx, { actor, product, target, version: stockVersion });
      const becomes = change.category ?? product.category;
      if ((becomes === 'coins') !== (product.category === 'coins'))
        throw invalid('category', 'coins stay coins, and goods stay goods');
      const now = this.clock.now();
      const [priced, wasInShop] = [Object.assign(new Product(), product), isInShop(product, now)];
      if (setFields(product, change, now)) {
        const isGone = wasInShop && !isInShop(product, now);
        await saveProduct(tx, product, isGone ? 'product.hidden' : 'product.updated');
        await tellIfCheap(tx, { actor, product, before: priced });
      }
      await audit(tx, {
        actor,
        action: 'product.update',
        subject: `product:${id}`,
        detail: { ...change, ...(target !== undefined && { stock: target }) },
      });
      return { product: await this.catalog.one(tx, id), before };
    });
  }

  private async setStock(
    tx: Tx,
    {
      actor,
      product,
      target,
      version,
    }: { actor: string; product: Product; target: number; version?: number },
  ): Promise<number> {
    if (product.coinValue !== null || product.isCustom) throw coinsDrawOnPool();
    try {
      const accounts = { free: stock(product.id), held: stockHeld(product.id) };
      return await setOnHand(tx, { ...accounts, target, version, actor, reason: 'stock set' });
    } catch (error) {
      if (error instanceof ShopError && error.code === 'STALE')
        throw staleProduct(await this.catalog.one(tx, product.id));
      throw error;
    }
  }
}
