import { z } from 'zod';
import { idParam } from '../entities/fields.js';
import { staffOrder } from '../entities/order.js';
import { adminTicket } from '../entities/ticket.js';
import {
  accountEvent,
  adminUser,
  blockUserRequest,
  setTierRequest,
  storeCreditRequest,
} from '../http/admin-users.js';
import { listQuery } from '../http/lists.js';
import { defineCall } from './call.js';

/** Calls of staff on accounts. */
export const userCalls = {
  users: defineCall({
    method: 'GET',
    path: '/api/admin/users',
    access: 'staff',
    right: 'users',
    summary:
      'One page of the accounts; `sort` as the panel offers; `state` blocked, deleted, or absent for all others.',
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
    summary: 'One page of the orders of an account, newest first.',
    query: listQuery,
    answer: z.array(staffOrder),
  }),
  userTickets: defineCall({
    method: 'GET',
    path: '/api/admin/users/:id/tickets',
    params: { id: idParam },
    access: 'staff',
    right: 'tickets',
    summary: 'One page of the tickets of an account, newest first.',
    query: listQuery,
    answer: z.array(adminTicket),
  }),
  userEvents: defineCall({
    method: 'GET',
    path: '/api/admin/users/:id/events',
    params: { id: idParam },
    access: 'staff',
    right: 'users',
    summary:
      'One page of what happened to the security of an account, what it did as staff and, with the right to orders, why staff did something with its orders; newest first.',
    query: listQuery,
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
  setTier: defineCall({
    method: 'PATCH',
    path: '/api/admin/users/:id/tier',
    params: { id: idParam },
    access: 'admin',
    secondStep: 'fresh',
    summary: 'Sets the tier below which an account does not fall; STALE carries the account as it is now.',
    body: setTierRequest,
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
