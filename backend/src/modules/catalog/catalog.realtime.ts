import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Projections } from '../../infra/outbox/projections.js';
import { CatalogQueries } from './catalog.queries.js';

/** Tells every open shop what is left and what it costs; the panel hears what is on hand and held as well. */
@Injectable()
export class CatalogRealtime implements OnModuleInit {
  constructor(
    private readonly projections: Projections,
    private readonly catalog: CatalogQueries,
  ) {}

  onModuleInit(): void {
    this.projections.addRooms(['stock.changed'], async (tx, event) => {
      const product = await this.catalog.one(Number(event.aggregateId), tx);
      if (!product) return [];
      const { id, stock, isOutOfStock, onHand, held, stockVersion } = product;
      const { version } = event;
      return [
        { room: 'shop', version, data: { id, stock, isOutOfStock } },
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
          { room: 'shop', version, data: shown },
          { room: 'admin', version, data: { ...shown, onHand, held, version, stockVersion } },
        ];
      },
    );
  }
}
