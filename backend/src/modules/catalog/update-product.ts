import { Injectable } from '@nestjs/common';
import { fromDecimal, type AdminProduct, type UpdateProductRequest } from '@pax/contracts';
import { ShopError } from '../../common/problem.js';
import { Transactions, type Tx } from '../../infra/database/transaction.js';
import { audit } from '../audit/audit.js';
import { stock, stockHeld } from '../ledger/accounts.js';
import { setOnHand } from '../ledger/set-on-hand.js';
import { CatalogQueries } from './catalog.queries.js';
import { tellIfCheap } from './cheap-prices.js';
import { lockProduct, saveProduct, staleProduct } from './lock-product.js';
import type { Product } from './product.entity.js';

export interface ChangedProduct {
  product: AdminProduct;
  /** Pieces. */
  before: number | undefined;
}

/** Changes a product's row, what is on hand of it, or both (OWN-195). What is the same already raises no version. */
@Injectable()
export class UpdateProduct {
  constructor(
    private readonly transactions: Transactions,
    private readonly catalog: CatalogQueries,
  ) {}

  /**
   * @param actor as audit rows name who does it
   * @throws ShopError PRODUCT_NOT_FOUND; STALE with the product as it is now
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
      const priced = { ...product };
      if (assign(product, change)) {
        await saveProduct(tx, product, 'product.updated');
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
    if (product.coinValue !== null || product.isCustom)
      throw new ShopError('VALIDATION', 'stock: coins draw on the pool');
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

type RowChange = Omit<UpdateProductRequest, 'stock' | 'version' | 'stockVersion'>;

/** Writes the change into the product. @returns whether anything differs */
function assign(product: Product, { price, originalPrice, ...same }: RowChange): boolean {
  const wanted = {
    ...same,
    ...(price !== undefined && { priceCents: fromDecimal(price) }),
    ...(originalPrice !== undefined && {
      originalPriceCents: originalPrice === null ? null : fromDecimal(originalPrice),
    }),
  };
  const before = new Map<string, unknown>(Object.entries(product));
  const differs = Object.entries(wanted).some(([field, value]) => before.get(field) !== value);
  Object.assign(product, wanted);
  return differs;
}
