import { z } from 'zod';
import { adminProduct, product } from '../entities/product.js';
import { adminCoinStockAnswer, coinStockAnswer, setCoinStockRequest } from '../http/admin.js';
import { idParam } from '../entities/fields.js';
import {
  createProductRequest,
  deleteProductsAnswer,
  deleteProductsRequest,
  updateProductRequest,
} from '../http/admin-products.js';
import { ledgerEntry } from '../http/ledger-history.js';
import { listQuery } from '../http/lists.js';
import { defineCall } from './call.js';
import { done } from './done.js';

/** Calls on products and the coin pool. */
export const catalogCalls = {
  products: defineCall({
    method: 'GET',
    path: '/api/products',
    access: 'public',
    summary: 'All products that the asker may see; staff see what is on hand and the versions as well.',
    answer: z.array(z.union([adminProduct, product])),
  }),
  deletedProducts: defineCall({
    method: 'GET',
    path: '/api/admin/products/deleted',
    access: 'staff',
    right: 'products',
    summary: 'The products that were deleted and can be restored, the last deleted first.',
    answer: z.array(adminProduct),
  }),
  createProduct: defineCall({
    method: 'POST',
    path: '/api/admin/products',
    access: 'staff',
    right: 'products',
    summary: 'Adds a product.',
    body: createProductRequest,
    status: 201,
    answer: adminProduct,
  }),
  updateProduct: defineCall({
    method: 'PATCH',
    path: '/api/admin/products/:id',
    params: { id: idParam },
    access: 'staff',
    right: 'products',
    summary: 'Changes a product or what is on hand of it; STALE carries the product as it is now.',
    body: updateProductRequest,
    answer: adminProduct,
    errors: ['PRODUCT_NOT_FOUND', 'STALE'],
  }),
  deleteProduct: defineCall({
    method: 'DELETE',
    path: '/api/admin/products/:id',
    params: { id: idParam },
    access: 'staff',
    right: 'products',
    summary: 'Deletes a product softly: it can be bought no more, and orders keep it.',
    answer: done,
    errors: ['PRODUCT_NOT_FOUND'],
  }),
  deleteProducts: defineCall({
    method: 'POST',
    path: '/api/admin/products/bulk-delete',
    access: 'staff',
    right: 'products',
    summary: 'Deletes several products softly.',
    body: deleteProductsRequest,
    answer: deleteProductsAnswer,
  }),
  restoreProduct: defineCall({
    method: 'POST',
    path: '/api/admin/products/:id/restore',
    params: { id: idParam },
    access: 'staff',
    right: 'products',
    summary: 'Brings a deleted product back.',
    answer: adminProduct,
    errors: ['PRODUCT_NOT_FOUND'],
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
    right: 'products',
    summary: 'The pool: on hand, held and free, with the version that an edit names.',
    answer: adminCoinStockAnswer,
  }),
  setCoinStock: defineCall({
    method: 'PUT',
    path: '/api/admin/coin-stock',
    access: 'admin',
    secondStep: 'fresh',
    summary: 'Sets what is on hand.',
    body: setCoinStockRequest,
    answer: adminCoinStockAnswer,
    errors: ['STALE'],
  }),
  productLedger: defineCall({
    method: 'GET',
    path: '/api/admin/products/:id/ledger',
    params: { id: idParam },
    access: 'staff',
    right: 'products',
    summary: 'One page of what was booked on the stock of a product, newest first, with who did it.',
    query: listQuery,
    answer: z.array(ledgerEntry),
  }),
  poolLedger: defineCall({
    method: 'GET',
    path: '/api/admin/coin-stock/ledger',
    access: 'staff',
    right: 'products',
    summary: 'One page of what was booked on the coin pool, newest first, with who did it.',
    query: listQuery,
    answer: z.array(ledgerEntry),
  }),
} as const;
