import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { CatalogController } from './catalog.controller.js';
import { CatalogQueries } from './catalog.queries.js';
import { CatalogRooms } from './catalog.rooms.js';
import { ReleaseProducts } from './release-products.js';
import { SetCoinStock } from './set-coin-stock.js';
import { PublicCatalogCache } from './public-catalog-cache.js';

@Module({
  imports: [AccountsModule],
  controllers: [CatalogController],
  providers: [CatalogQueries, CatalogRooms, ReleaseProducts, SetCoinStock, PublicCatalogCache],
  exports: [CatalogQueries, CatalogRooms],
})
export class CatalogModule {}
