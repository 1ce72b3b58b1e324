import { Module } from '@nestjs/common';
import { ChangeWishlist } from './change-wishlist.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { TellRestocks } from './tell-restocks.js';
import { WishlistController } from './wishlist.controller.js';

/** Products that customers keep an eye on. */
@Module({
  imports: [CatalogModule],
  controllers: [WishlistController],
  providers: [ChangeWishlist, TellRestocks],
})
export class WishlistModule {}
