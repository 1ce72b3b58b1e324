import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { AdminProduct } from '@pax/contracts';
import { Clock } from '../../common/clock.js';
import { Projections, type RoomDraft } from '../../infra/outbox/projections.js';
import { CatalogQueries } from './catalog.queries.js';

/**
 * Tells every open shop what is left and what it costs; the panel hears what is on hand and held as well. Of what is
 * not available yet only the panel hears, since the room of the shop is everybody's (OWN-57).
 */
@Injectable()
export class CatalogRealtime implements OnModuleInit {
  constructor(
    private readonly projections: Projections,
    private readonly catalog: CatalogQueries,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.projections.addRooms(['stock.changed'], async (tx, event) => {
      const product = await this.catalog.one(Number(event.aggregateId), tx);
      if (!product) return [];
      const { id, stock, isOutOfStock, onHand, held, stockVersion } = product;
      const { version } = event;
      return [
        ...this.toShop(product, { version, data: { id, stock, isOutOfStock } }),
        { room: 'admin', version, data: { id, stock, isOutOfStock, onHand, held, stockVersion } },
      ];
    });
    this.projections.addRooms(['coins.changed'], async (tx, { version }) => {
      const pool = await this.catalog.pool(tx);
      return [
        { room: 'shop', version, data: { coinStock: Math.max(0, pool.free) } },
        { room: 'admin', version, data: pool },
      ];
    });
    this.projections.addRooms(
      ['product.created', 'product.updated', 'product.deleted', 'product.restored'],
      async (tx, { aggregateId }) => {
        const product = await this.catalog.one(Number(aggregateId), tx);
        if (!product) return [];
        const { onHand, held, version, stockVersion, ...shown } = product;
        return [
          ...this.toShop(product, { version, data: shown }),
          { room: 'admin', version, data: { ...shown, onHand, held, version, stockVersion } },
        ];
      },
    );
  }

  private toShop(
    { availableFrom }: Pick<AdminProduct, 'availableFrom'>,
    message: Omit<RoomDraft, 'room'>,
  ): RoomDraft[] {
    const isHidden = availableFrom !== null && Date.parse(availableFrom) > this.clock.now().getTime();
    return isHidden ? [] : [{ room: 'shop', ...message }];
  }
}
