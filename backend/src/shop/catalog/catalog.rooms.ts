import { Injectable } from '@nestjs/common';
import type { AdminProduct } from '@pax/contracts';
import { Clock } from '../../platform/clock.js';
import { roomProjection, type OutboxEvent } from '../../platform/outbox/projections.js';
import type { Tx } from '../../platform/database/transaction.js';
import { COINS } from '../../people/ledger/accounts.js';
import { CatalogQueries } from './catalog.queries.js';
import { isInShop } from './product.entity.js';

const productIdOf = ({ aggregateId }: OutboxEvent): number => Number(aggregateId);

/**
 * Sends changes of products, stock and coin pool to the shop room, and with held amounts to the panel. Hidden and
 * not yet available products go to the panel only, because the shop room is public.
 */
@Injectable()
export class CatalogRooms {
  readonly stock = roomProjection({
    aggregate: 'stock',
    keyOf: productIdOf,
    read: (tx, ids) => this.readProducts(tx, ids),
    messages: (product, { version }) => {
      const { id, stock, isOutOfStock, onHand, held, stockVersion } = product;
      return {
        version,
        shop: this.isInShop(product) ? { id, stock, isOutOfStock } : undefined,
        admin: { id, stock, isOutOfStock, onHand, held, stockVersion },
      };
    },
  });

  readonly coins = roomProjection({
    aggregate: 'coins',
    keyOf: () => COINS,
    read: async (tx) => new Map([[COINS, await this.catalog.readPool(tx)]]),
    messages: (pool, { version }) => ({ version, shop: { coinStock: Math.max(0, pool.free) }, admin: pool }),
  });

  readonly products = roomProjection({
    aggregate: 'product',
    keyOf: productIdOf,
    read: (tx, ids) => this.readProducts(tx, ids),
    messages: (admin, { type }) => {
      const { onHand: _, held: _held, version, stockVersion: _stock, isHidden: _hidden, ...goods } = admin;
      const shop = this.isInShop(admin) ? goods : undefined;
      // Sends only the id of a hidden product to public pages, which is enough to remove it.
      return { version, shop: type === 'product.hidden' ? { id: admin.id } : shop, admin };
    },
  });

  constructor(
    private readonly catalog: CatalogQueries,
    private readonly clock: Clock,
  ) {}

  private readProducts(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, AdminProduct>> {
    return this.catalog.readForRelay(tx, ids);
  }

  private isInShop({ isHidden, availableFrom }: AdminProduct): boolean {
    const from = availableFrom === null ? null : new Date(availableFrom);
    return isInShop({ isHidden, availableFrom: from }, this.clock.now());
  }
}
