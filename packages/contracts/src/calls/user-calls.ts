import { z } from 'zod';
import { idParam } from '../entities/fields.js';
import { order } from '../entities/order.js';
import { accountEvent, adminUser, blockUserRequest, storeCreditRequest } from '../http/admin-users.js';
import { listQuery } from '../http/lists.js';
import { defineCall } from './call.js';

/** Calls of staff on accounts. */
export const userCalls = {
  users: defineCall({
    method: 'GET',
    path: '/api/admin/users',
    access: 'staff',
    right: 'users',
    summary: 'One page of the accounts; `sort` as the panel offers; `state` blocked, or absent for all.',
    query: listQuery,
    answer: z.array(adminUser),
  }),
  user: defineCall({
    method: 'GET',
    path: '/api/admin/users/:id',
    params: { id: idParam },
    access: 'staff',
    right: 'users',
    summary: 'One account.',
    answer: adminUser,
  }),
  userOrders: defineCall({
    method: 'GET',
    path: '/api/admin/users/:id/orders',
    params: { id: idParam },
    access: 'staff',
    right: 'orders',
    summary: 'All orders of an account, newest first.',
    answer: z.array(order),
  }),
  userEvents: defineCall({
    method: 'GET',
    path: '/api/admin/users/:id/events',
    params: { id: idParam },
    access: 'staff',
    right: 'users',
    summary: 'What happened to the security of an account and what it did as staff, newest first.',
    answer: z.array(accountEvent),
  }),
  setStoreCredit: defineCall({
    method: 'PATCH',
    path: '/api/admin/users/:id/store-credit',
    params: { id: idParam },
    access: 'admin',
    secondStep: 'fresh',
    summary: 'Sets the free store credit; STALE carries the account as it is now.',
    body: storeCreditRequest,
    answer: adminUser,
    errors: ['STALE'],
  }),
  blockUser: defineCall({
    method: 'PATCH',
    path: '/api/admin/users/:id/block',
    params: { id: idParam },
    access: 'admin',
    secondStep: 'fresh',
    summary: 'Blocks an account and ends its sessions, or takes the block back.',
    body: blockUserRequest,
    answer: adminUser,
    errors: ['CONFLICT'],
  }),
} as const;
