import { z } from 'zod';
import { id } from '../../entities/fields.js';
import { notice } from '../../entities/notice.js';
import { NOTICE_KINDS, NOTICE_WAYS } from '../../notices.js';
import { defineCall } from '../call-definition.js';
import { listQuery, successAnswer } from '../pagination.js';

/** POST /api/account/notices/read: the newest notice that was shown; it and all older ones are read. */
export const readNoticesRequest = z.strictObject({ upTo: id });
export type ReadNoticesRequest = z.infer<typeof readNoticesRequest>;

/** A way that is switched off for a kind of notice. */
export const noticeSwitch = z.object({ kind: z.enum(NOTICE_KINDS), way: z.enum(NOTICE_WAYS) });
export type NoticeSwitch = z.infer<typeof noticeSwitch>;
/** PUT /api/account/notices/switches: switches a way of a kind on or off. */
export const setNoticeSwitchRequest = z.strictObject({ ...noticeSwitch.shape, isOn: z.boolean() });
export type SetNoticeSwitchRequest = z.infer<typeof setNoticeSwitchRequest>;

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
  noticeSwitches: defineCall({
    method: 'GET',
    path: '/api/account/notices/switches',
    access: 'session',
    summary: 'The ways that are switched off for kinds of notices.',
    answer: z.array(noticeSwitch),
  }),
  setNoticeSwitch: defineCall({
    method: 'PUT',
    path: '/api/account/notices/switches',
    access: 'session',
    summary: 'Switches a way of a kind of notice on or off, and answers all that are off.',
    body: setNoticeSwitchRequest,
    answer: z.array(noticeSwitch),
  }),
} as const;
