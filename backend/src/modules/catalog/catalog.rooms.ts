import { Injectable } from '@nestjs/common';
import type { AdminProduct } from '@pax/contracts';
import { Clock } from '../../common/clock.js';
import { roomProjection, type OutboxEvent } from '../../infra/outbox/projections.js';
import type { Tx } from '../../infra/database/transaction.js';
import { COINS } from '../ledger/accounts.js';
import { CatalogQueries } from './catalog.queries.js';

const productOf = ({ aggregateId }: OutboxEvent): number => Number(aggregateId);

/**
 * Projects products, stock and pool to the room of the shop, and with held amounts to the panel. Products that are not
 * available yet go to the panel only, because the shop's room is public (OWN-57).
 */
@Injectable()
export class CatalogRooms {
  readonly stock = roomProjection({
    aggregate: 'stock',
    keyOf: productOf,
    read: (tx, ids) => this.read(tx, ids),
    messages: (product, { version }) => {
      const { id, stock, isOutOfStock, onHand, held, stockVersion } = product;
      return {
        version,
        shop: this.isHidden(product) ? undefined : { id, stock, isOutOfStock },
        admin: { id, stock, isOutOfStock, onHand, held, stockVersion },
      };
    },
  });

  readonly coins = roomProjection({
    aggregate: 'coins',
    keyOf: () => COINS,
    read: async (tx) => new Map([[COINS, await this.catalog.pool(tx)]]),
    messages: (pool, { version }) => ({ version, shop: { coinStock: Math.max(0, pool.free) }, admin: pool }),
  });

  readonly products = roomProjection({
    aggregate: 'product',
    keyOf: productOf,
    read: (tx, ids) => this.read(tx, ids),
    messages: (product) => {
      const { onHand, held, version, stockVersion, ...shop } = product;
      const admin = { ...shop, onHand, held, version, stockVersion };
      return { version, shop: this.isHidden(product) ? undefined : shop, admin };
    },
  });

  constructor(
    private readonly catalog: CatalogQueries,
    private readonly clock: Clock,
  ) {}

  private read(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, AdminProduct>> {
    return this.catalog.forRelay(tx, ids);
  }

  private isHidden({ availableFrom }: Pick<AdminProduct, 'availableFrom'>): boolean {
    return availableFrom !== null && Date.parse(availableFrom) > this.clock.now().getTime();
  }
}
