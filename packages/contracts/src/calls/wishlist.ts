import { z } from 'zod';
import { clientInstant, id, instant } from '../entities/fields.js';
import { WISHLIST_SIZE } from '../wishlist-size.js';
import { defineCall, QUARTER_HOUR_MS } from './call-definition.js';

/** A product on an account's wishlist. */
export const wishlistEntry = z.object({ id, addedAt: instant });
export type WishlistEntry = z.infer<typeof wishlistEntry>;

/** PUT /api/account/wishlist: what to add and to remove; an id in both is on the list afterwards. */
export const changeWishlistRequest = z.strictObject({
  /** Products to add; `addedAt` is when a visitor's list got it, by default now. */
  add: z
    .array(z.strictObject({ id, addedAt: clientInstant.optional() }))
    .max(WISHLIST_SIZE)
    .default([]),
  remove: z.array(id).max(WISHLIST_SIZE).default([]),
});
export type ChangeWishlistRequest = z.infer<typeof changeWishlistRequest>;

/** Calls of customers on the wishlist of their account. */
export const wishlistCalls = {
  wishlist: defineCall({
    method: 'GET',
    path: '/api/account/wishlist',
    access: 'session',
    summary: 'The wishlist of the account, newest first.',
    answer: z.array(wishlistEntry),
  }),
  changeWishlist: defineCall({
    method: 'PUT',
    path: '/api/account/wishlist',
    access: 'session',
    summary:
      'Adds products to the wishlist of the account and removes others, and answers the list. Unknown products are dropped; of more than 500 the newest stay.',
    body: changeWishlistRequest,
    answer: z.array(wishlistEntry),
    bounds: {
      bodyLimit: 64 * 1024,
      perAccount: { name: 'wishlist-account', points: 120, windowMs: QUARTER_HOUR_MS },
    },
  }),
} as const;
