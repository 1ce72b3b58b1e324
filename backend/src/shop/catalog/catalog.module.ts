import { Module } from '@nestjs/common';
import { AccountsModule } from '../../people/accounts/accounts.module.js';
import { AdminProductsController } from './admin-products.controller.js';
import { BestSellers } from './best-sellers.js';
import { CatalogController } from './catalog.controller.js';
import { CatalogQueries } from './catalog.queries.js';
import { CatalogRooms } from './catalog.rooms.js';
import { CreateProduct } from './create-product.js';
import { DeleteProducts } from './delete-products.js';
import { ReleaseProducts } from './release-products.js';
import { SetCoinStock } from './set-coin-stock.js';
import { PublicCatalogCache } from './public-catalog-cache.js';
import { UpdateProduct } from './update-product.js';

const useCases = [CreateProduct, DeleteProducts, ReleaseProducts, SetCoinStock, UpdateProduct];

@Module({
  imports: [AccountsModule],
  controllers: [AdminProductsController, CatalogController],
  providers: [BestSellers, CatalogQueries, CatalogRooms, PublicCatalogCache, ...useCases],
  exports: [CatalogQueries, CatalogRooms, UpdateProduct],
})
export class CatalogModule {}
