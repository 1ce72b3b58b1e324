import { Module } from '@nestjs/common';
import { ChangeWishlist } from './change-wishlist.js';
import { WishlistController } from './wishlist.controller.js';

/** Products that customers keep an eye on. */
@Module({ controllers: [WishlistController], providers: [ChangeWishlist] })
export class WishlistModule {}
