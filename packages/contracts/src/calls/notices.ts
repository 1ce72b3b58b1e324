import { z } from 'zod';
import { id } from '../entities/fields.js';
import { notice } from '../entities/notice.js';
import { defineCall } from './call-definition.js';
import { listQuery, successAnswer } from './pagination.js';

/** POST /api/account/notices/read: the newest notice that was shown; it and all older ones are read. */
export const readNoticesRequest = z.strictObject({ upTo: id });
export type ReadNoticesRequest = z.infer<typeof readNoticesRequest>;

/** Calls of customers on the notices of their account. */
export const noticeCalls = {
  notices: defineCall({
    method: 'GET',
    path: '/api/account/notices',
    access: 'session',
    summary: 'The notices of the account, newest first; only the unread ones for state unread.',
    query: listQuery,
    answer: z.array(notice),
  }),
  readNotices: defineCall({
    method: 'POST',
    path: '/api/account/notices/read',
    access: 'session',
    summary: 'Marks a notice and all older ones as read.',
    body: readNoticesRequest,
    answer: successAnswer,
  }),
} as const;
