import { Controller } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { wishlistCalls, type ChangeWishlistRequest, type WishlistEntry } from '@pax/contracts';
import { DataSource } from 'typeorm';
import type { Actor } from '../../platform/calls/access.js';
import { Call } from '../../platform/calls/call.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { ZodBody } from '../../platform/http/zod.pipe.js';
import { ChangeWishlist } from './change-wishlist.js';
import { readWishlist } from './wishlist-rows.js';

@Controller()
export class WishlistController {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly changeWishlist: ChangeWishlist,
  ) {}

  @Call(wishlistCalls.wishlist)
  list(@CurrentActor() { userId }: Actor): Promise<WishlistEntry[]> {
    return readWishlist(this.database, userId);
  }

  @Call(wishlistCalls.changeWishlist)
  change(
    @CurrentActor() { userId }: Actor,
    @ZodBody(wishlistCalls.changeWishlist.body) input: ChangeWishlistRequest,
  ): Promise<WishlistEntry[]> {
    return this.changeWishlist.execute(userId, input);
  }
}
