import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, In, IsNull, Not, type EntityManager } from 'typeorm';
import type { AdminCoinStockAnswer, AdminProduct, Product as WireProduct } from '@pax/contracts';
import { sql, idRow } from '../../platform/database/sql.js';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/shop-error.js';
import type { Tx } from '../../platform/database/transaction.js';
import { readEntities } from '../../platform/database/read-entities.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { COINS, COINS_HELD, stockAccount, stockHeldAccount } from '../../people/ledger/accounts.js';
import { readVersionedBalances } from '../../people/ledger/ledger.js';
import { canSeeEarlyProducts } from '../../people/loyalty/frozen-rewards.js';
import { isInShop, Product } from './product.entity.js';
import { availablePieces, toAdminProduct, toPublicProduct, type Availability } from './product.mapper.js';

/** State of a stock. Sold out means that nothing is on hand: held pieces may return, and that is no restock. */
export type StockState = 'free' | 'held' | 'sold out';

/** Reads products and their stock. */
@Injectable()
export class CatalogQueries {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly accounts: AccountsQueries,
    private readonly clock: Clock,
  ) {}

  /**
   * Lists all public products: not deleted, not hidden and available now. A viewer with early access also gets
   * those that become available later.
   */
  async listPublic(viewerId?: number): Promise<WireProduct[]> {
    return (await this.listShown(viewerId)).map(([product, availability]) =>
      toPublicProduct(product, availability),
    );
  }

  /** Lists the products that visitors see, with their stock on hand. */
  async listForBot(): Promise<AdminProduct[]> {
    return (await this.listShown()).map(([product, availability]) => toAdminProduct(product, availability));
  }

  /** Reads the state of the stock of each product that visitors see. */
  async readStockStates(): Promise<Map<number, StockState>> {
    return new Map(
      (await this.listShown()).map(([product, availability]) => [
        product.id,
        stockStateOf(product, availability),
      ]),
    );
  }

  private async listShown(viewerId?: number): Promise<[Product, Availability][]> {
    const now = this.clock.now();
    const { manager } = this.database;
    const rows = await this.listAllProducts(manager);
    const hasHidden = rows.some(([product]) => !isInShop(product, now));
    const viewer = hasHidden && viewerId !== undefined ? await this.accounts.findById(viewerId) : null;
    const isEarly = await canSeeEarlyProducts(manager, viewer, now);
    return rows.filter(([product]) => isInShop(product, now, isEarly));
  }

  async listForAdmins(): Promise<AdminProduct[]> {
    return (await this.listAllProducts(this.database.manager)).map(([product, availability]) =>
      toAdminProduct(product, availability),
    );
  }

  /** Lists deleted products as admins see them, the last deleted first. */
  async listDeleted(): Promise<AdminProduct[]> {
    const { manager } = this.database;
    const order = { deletedAt: 'DESC', id: 'DESC' } as const;
    const products = await manager.find(Product, { where: { deletedAt: Not(IsNull()) }, order });
    const availability = await readAvailability(manager, products);
    return products.map((product) => toAdminProduct(product, availability.get(product.id) ?? EMPTY));
  }

  /**
   * Reads a product as admins see it, deleted or not, within a transaction.
   * @throws ShopError PRODUCT_NOT_FOUND
   */
  async readProduct(tx: Tx, id: number): Promise<AdminProduct> {
    const product = (await this.readForRelay(tx, [id])).get(id);
    if (!product) throw new ShopError('PRODUCT_NOT_FOUND', 'There is no such product.');
    return product;
  }

  /** Reads products by id as admins see them, deleted ones too, for the event relay. */
  async readForRelay(manager: EntityManager, ids: readonly number[]): Promise<Map<number, AdminProduct>> {
    const products = await manager.findBy(Product, { id: In([...ids]) });
    const availability = await readAvailability(manager, products);
    return new Map(
      products.map((product) => [product.id, toAdminProduct(product, availability.get(product.id) ?? EMPTY)]),
    );
  }

  /** Reads products by id as they are now, for pricing; deleted and unknown ones are absent. */
  async readProductsByIds(manager: EntityManager, ids: readonly number[]): Promise<Map<number, Product>> {
    const products = await readEntities(manager, Product, 'WHERE id = ANY($1) AND deleted_at IS NULL', [ids]);
    return new Map(products.map((product) => [product.id, product]));
  }

  /** Reads the coin pool: coins on hand, held and free, and the version that a stock change must name. */
  async readPool(manager: EntityManager = this.database.manager): Promise<AdminCoinStockAnswer> {
    const balances = await readVersionedBalances(manager, [COINS, COINS_HELD]);
    const free = balances.get(COINS)?.balance ?? 0;
    const held = balances.get(COINS_HELD)?.balance ?? 0;
    return { coinStock: free + held, held, free, version: balances.get(COINS)?.on_hand_version ?? 0 };
  }

  private async listAllProducts(manager: EntityManager): Promise<[Product, Availability][]> {
    const products = await manager.find(Product, { where: { deletedAt: IsNull() }, order: { id: 'ASC' } });
    const availability = await readAvailability(manager, products);
    return products.map((product) => [product, availability.get(product.id) ?? EMPTY]);
  }
}

const EMPTY: Availability = { free: 0, held: 0, stockVersion: 0, poolFree: 0, poolHeld: 0 };

/** Reads the free and the held amount of each product in one query. */
export async function readAvailability(
  manager: EntityManager,
  products: readonly Product[],
): Promise<Map<number, Availability>> {
  const accounts = products.flatMap((product) => [stockAccount(product.id), stockHeldAccount(product.id)]);
  const balances = await readVersionedBalances(manager, [...accounts, COINS, COINS_HELD]);
  const poolFree = balances.get(COINS)?.balance ?? 0;
  const poolHeld = balances.get(COINS_HELD)?.balance ?? 0;
  return new Map(
    products.map((product) => {
      const free = balances.get(stockAccount(product.id));
      const held = balances.get(stockHeldAccount(product.id));
      return [
        product.id,
        {
          free: free?.balance ?? 0,
          held: held?.balance ?? 0,
          stockVersion: free?.on_hand_version ?? 0,
          poolFree,
          poolHeld,
        },
      ];
    }),
  );
}

/** Tells whether pieces of a product are free, all held, or sold out. */
export function stockStateOf(
  product: Pick<Product, 'coinValue' | 'isCustom'>,
  availability: Availability,
): StockState {
  const { free, held, poolFree, poolHeld } = availability;
  const onHand = { ...availability, free: free + held, poolFree: poolFree + poolHeld };
  if (availablePieces(product, availability) > 0) return 'free';
  return availablePieces(product, onHand) > 0 ? 'held' : 'sold out';
}

/**
 * Finds the product that represents coins in an order without a purchase: the custom-amount product, otherwise the
 * oldest.
 */
export async function findCoinProductId(manager: EntityManager): Promise<number | undefined> {
  const row = await sql(manager).first(
    idRow,
    `SELECT id FROM products WHERE category = 'coins' ORDER BY deleted_at IS NOT NULL, is_custom DESC, id LIMIT 1`,
  );
  return row?.id;
}

/**
 * Makes SQL that reads the name of a product, even a deleted one.
 * @param id SQL of the product's id
 */
export const productNameSql = (id: string): string => `(SELECT name FROM products WHERE id = ${id})`;
