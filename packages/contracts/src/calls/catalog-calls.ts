import { z } from 'zod';
import { adminProduct, product } from '../entities/product.js';
import { adminCoinStockAnswer, coinStockAnswer, setCoinStockRequest } from '../http/admin.js';
import { defineCall } from './call.js';

/** Calls on goods and the coin pool. */
export const catalogCalls = {
  products: defineCall({
    method: 'GET',
    path: '/api/products',
    access: 'public',
    summary: 'All products that the asker may see; staff see what is on hand and the versions as well.',
    answer: z.array(z.union([adminProduct, product])),
  }),
  coinStock: defineCall({
    method: 'GET',
    path: '/api/coin-stock',
    access: 'public',
    summary: 'The free coins of the pool.',
    answer: coinStockAnswer,
  }),
  adminCoinStock: defineCall({
    method: 'GET',
    path: '/api/admin/coin-stock',
    access: 'staff',
    summary: 'The pool: on hand, held and free, with the version that an edit names.',
    answer: adminCoinStockAnswer,
  }),
  setCoinStock: defineCall({
    method: 'PUT',
    path: '/api/admin/coin-stock',
    access: 'admin',
    summary: 'Sets what is on hand.',
    body: setCoinStockRequest,
    answer: adminCoinStockAnswer,
    errors: ['STALE'],
  }),
} as const;
