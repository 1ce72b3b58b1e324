import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AdminProduct } from '@pax/contracts';
import { Clock } from '../../common/clock.js';
import {
  Projections,
  type OutboxEvent,
  type RoomDraft,
  type RoomProjection,
} from '../../infra/outbox/projections.js';
import { COINS } from '../ledger/accounts.js';
import { CatalogQueries } from './catalog.queries.js';

/**
 * Projects products, stock and pool to the room of the shop, and with held amounts to the panel. Products that are not
 * available yet go to the panel only, because the shop's room is public (OWN-57).
 */
@Injectable()
export class CatalogRealtime implements OnModuleInit {
  constructor(
    private readonly projections: Projections,
    private readonly catalog: CatalogQueries,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    const read: RoomProjection<number, AdminProduct>['read'] = (tx, ids) => this.catalog.forRelay(tx, ids);
    const keyOf = ({ aggregateId }: OutboxEvent): number => Number(aggregateId);
    this.projections.addRooms({
      types: ['stock.changed'],
      keyOf,
      read,
      drafts: (product, { version }) => {
        const { id, stock, isOutOfStock, onHand, held, stockVersion } = product;
        return [
          ...this.toShop(product, { version, data: { id, stock, isOutOfStock } }),
          { room: 'admin', version, data: { id, stock, isOutOfStock, onHand, held, stockVersion } },
        ];
      },
    });
    this.projections.addRooms({
      types: ['coins.changed'],
      keyOf: () => COINS,
      read: async (tx) => new Map([[COINS, await this.catalog.pool(tx)]]),
      drafts: (pool, { version }) => [
        { room: 'shop', version, data: { coinStock: Math.max(0, pool.free) } },
        { room: 'admin', version, data: pool },
      ],
    });
    this.projections.addRooms({
      types: ['product.created', 'product.updated', 'product.deleted', 'product.restored'],
      keyOf,
      read,
      drafts: (product) => {
        const { onHand, held, version, stockVersion, ...shown } = product;
        return [
          ...this.toShop(product, { version, data: shown }),
          { room: 'admin', version, data: { ...shown, onHand, held, version, stockVersion } },
        ];
      },
    });
  }

  private toShop(
    { availableFrom }: Pick<AdminProduct, 'availableFrom'>,
    message: Omit<RoomDraft, 'room'>,
  ): RoomDraft[] {
    const isHidden = availableFrom !== null && Date.parse(availableFrom) > this.clock.now().getTime();
    return isHidden ? [] : [{ room: 'shop', ...message }];
  }
}
