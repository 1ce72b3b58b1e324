import {
  type AdminProduct,
  COINS_PER_MILLION,
  parseDecimalToCents,
  findProductFault,
  type ProductFault,
  type UpdateProductRequest,
} from '@pax/contracts';
import { IsNull, Not } from 'typeorm';
import { ShopError } from '../../platform/shop-error.js';
import { type Tx, Transactions } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { Product, isInShop } from './product.entity.js';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { writeAuditRow } from '../../people/audit/audit.js';
import { stockAccount, stockHeldAccount } from '../../people/ledger/accounts.js';
import { setOnHand } from '../../people/ledger/set-on-hand.js';
import { CatalogQueries } from './catalog.queries.js';
import { alertIfPriceFell } from './price-fall-alert.js';

/**
 * Locks a product until the transaction ends, but not against purchases.
 * @throws ShopError PRODUCT_NOT_FOUND for an unknown product, or one whose deletion differs from `isDeleted`
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

/** Saves a locked product as its next version and appends the event. */
export async function saveProduct(
  tx: Tx,
  product: Product,
  type: 'product.updated' | 'product.hidden' | 'product.deleted' | 'product.restored',
): Promise<void> {
  product.version += 1;
  await tx.save(product);
  appendEvent(tx, { type, aggregate: 'product', aggregateId: String(product.id), version: product.version });
}

/** The error for editing a version of a product that is outdated, with the current product. */
export const staleProductError = (current: AdminProduct): ShopError =>
  new ShopError('STALE', 'Somebody changed this in the meantime.', { current });

type ProductFields = Omit<UpdateProductRequest, 'stock' | 'version' | 'stockVersion'>;

const FAULTS: Readonly<Record<ProductFault, string>> = {
  customNeedsCoins: 'only coins can have a custom amount',
  customHasNoCoinValue: 'custom coins are counted in millions',
  coinsNeedValue: 'coins need a value, or a custom amount',
  onlyCoinsHaveValue: 'only coins have a value',
  breakNeedsBoth: 'a quantity break needs a quantity and a price',
  customHasNoBreak: 'custom coins have a price ladder and no quantity break',
  breakNotCheaper: 'the price of the quantity break must be below the price',
  originalNotDearer: 'the former price must be above the price',
  availableOutOfRange: 'must be within the last year and the next two',
};

/** The error for one invalid field of a product. */
export const invalidFieldError = (path: string, message: string, reason?: ProductFault): ShopError =>
  new ShopError('VALIDATION', `${path}: ${message}`, {
    fields: [{ path, message }],
    ...(reason && { reason }),
  });

/** The error for setting the stock of a coin product. */
export const coinsUsePoolError = (): ShopError => invalidFieldError('stock', 'coins draw on the pool');

/**
 * Writes the fields of a request into a product. The label of a coin product follows its coin value.
 * @returns whether anything changed
 * @throws ShopError VALIDATION for contradicting fields
 */
export function setProductFields(product: Product, fields: ProductFields, now: Date): boolean {
  const wanted = toRowFields(product, fields);
  const before = new Map<string, unknown>(
    Object.entries(product).map(([name, value]) => [name, toComparable(value)]),
  );
  const changed = Object.entries(wanted)
    .filter(([name, value]) => before.get(name) !== toComparable(value))
    .map(([name]) => name);
  Object.assign(product, wanted);
  const found = findProductFault(product, new Set(changed), now.getTime());
  if (found) throw invalidFieldError(found.field.replace(/Cents$/, ''), FAULTS[found.fault], found.fault);
  return changed.length > 0;
}

const toComparable = (value: unknown): unknown => (value instanceof Date ? value.getTime() : value);
const toCents = (price: string | null): number | null => (price === null ? null : parseDecimalToCents(price));
/** Label of an amount of coins, such as 250M; null for an amount that is not in whole millions. */
const coinLabel = (coins: number | null): string | null =>
  coins === null || coins % COINS_PER_MILLION !== 0 ? null : `${coins / COINS_PER_MILLION}M`;

function toRowFields(product: Product, fields: ProductFields): Partial<Product> {
  const { price, originalPrice, bulkPrice, availableFrom, ...row } = fields;
  const isCustom = row.isCustom ?? product.isCustom;
  // Stores no coin value for a custom amount, which is always counted in millions.
  if (isCustom && (row.coinValue === undefined || row.coinValue === COINS_PER_MILLION)) row.coinValue = null;
  if (
    row.amount === undefined &&
    row.coinValue !== undefined &&
    product.amount === coinLabel(product.coinValue)
  )
    row.amount = coinLabel(row.coinValue);
  return {
    ...row,
    ...(price !== undefined && { priceCents: parseDecimalToCents(price) }),
    ...(originalPrice !== undefined && { originalPriceCents: toCents(originalPrice) }),
    ...(bulkPrice !== undefined && { bulkPriceCents: toCents(bulkPrice) }),
    ...(availableFrom !== undefined && {
      availableFrom: availableFrom === null ? null : new Date(availableFrom),
    }),
  };
}

export interface UpdatedProduct {
  product: AdminProduct;
  /** Stock on hand before the update, in pieces; undefined if the update did not set the stock. */
  before: number | undefined;
}

/**
 * Updates the fields of a product, its stock on hand, or both. An update that changes nothing raises no version.
 */
@Injectable()
export class UpdateProduct {
  constructor(
    private readonly transactions: Transactions,
    private readonly catalog: CatalogQueries,
    private readonly clock: Clock,
  ) {}

  /**
   * @param actor the actor, as audit rows name it
   * @throws ShopError PRODUCT_NOT_FOUND; VALIDATION for contradicting fields or the stock of a coin product; STALE
   * with the current product
   */
  async execute(actor: string, id: number, request: UpdateProductRequest): Promise<AdminProduct> {
    return (await this.updateWithPreviousStock(actor, id, request)).product;
  }

  /**
   * Updates a product as `execute` does.
   * @returns the product, and its stock before if the update set the stock
   */
  updateWithPreviousStock(actor: string, id: number, request: UpdateProductRequest): Promise<UpdatedProduct> {
    const { version, stockVersion, stock: target, ...change } = request;
    return this.transactions.run(async (tx) => {
      const product = await lockProduct(tx, id, { isDeleted: false });
      if (version !== undefined && version !== product.version)
        throw staleProductError(await this.catalog.readProduct(tx, id));
      const before =
        target === undefined
          ? undefined
          : await this.setStock(tx, { actor, product, target, version: stockVersion });
      const becomes = change.category ?? product.category;
      if ((becomes === 'coins') !== (product.category === 'coins'))
        throw invalidFieldError('category', 'coins stay coins, and goods stay goods');
      const now = this.clock.now();
      const [priced, wasInShop] = [Object.assign(new Product(), product), isInShop(product, now)];
      if (setProductFields(product, change, now)) {
        const isGone = wasInShop && !isInShop(product, now);
        await saveProduct(tx, product, isGone ? 'product.hidden' : 'product.updated');
        await alertIfPriceFell(tx, { actor, product, before: priced });
      }
      await writeAuditRow(tx, {
        actor,
        action: 'product.update',
        subject: `product:${id}`,
        detail: { ...change, ...(target !== undefined && { stock: target }) },
      });
      return { product: await this.catalog.readProduct(tx, id), before };
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
    if (product.coinValue !== null || product.isCustom) throw coinsUsePoolError();
    try {
      const accounts = { free: stockAccount(product.id), held: stockHeldAccount(product.id) };
      return await setOnHand(tx, { ...accounts, target, version, actor, reason: 'stock set' });
    } catch (error) {
      if (error instanceof ShopError && error.code === 'STALE')
        throw staleProductError(await this.catalog.readProduct(tx, product.id));
      throw error;
    }
  }
}
