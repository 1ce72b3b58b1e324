import { z } from 'zod';
import { idParam } from '../entities/fields.js';
import { adminPost, testPostAnswer, testPostRequest } from '../http/admin-posts.js';
import { discordStatusAnswer } from '../http/discord-status.js';
import { joinRewardAnswer, joinRewardRequest, serverInfoAnswer } from '../http/join-reward.js';
import { joinServerAnswer } from '../http/join-server.js';
import { listQuery } from '../http/lists.js';
import { defineCall, type LimitRule } from './call.js';

/** Limit of messages that staff send by hand, since each is a post in a channel that others read. */
const BY_HAND: LimitRule = { name: 'posts-by-hand', points: 30, windowMs: 15 * 60_000 };

/** Calls on Discord, of the site and the panel. */
export const discordCalls = {
  posts: defineCall({
    method: 'GET',
    path: '/api/admin/posts',
    access: 'staff',
    right: 'any',
    summary: 'One page of the posts with their state, newest first; each asks the right of what it is about.',
    query: listQuery,
    answer: z.array(adminPost),
  }),
  resendPost: defineCall({
    method: 'POST',
    path: '/api/admin/posts/:id/resend',
    params: { id: idParam },
    access: 'staff',
    right: 'any',
    summary: 'Sends a post again that was refused, or a copy of it; asks the right of what it is about.',
    answer: adminPost,
    errors: ['CONFLICT', 'ILLEGAL_MOVE'],
    bounds: { perAccount: BY_HAND },
  }),
  discordStatus: defineCall({
    method: 'GET',
    path: '/api/admin/discord/status',
    access: 'admin',
    summary: 'Whether the bot is connected, what is wrong, and which permissions it has and lacks.',
    answer: discordStatusAnswer,
  }),
  sendTestPost: defineCall({
    method: 'POST',
    path: '/api/admin/discord/test',
    access: 'admin',
    summary: 'Sends a test message to a channel and waits for its link.',
    body: testPostRequest,
    answer: testPostAnswer,
    errors: ['CONFLICT'],
    bounds: { perAccount: BY_HAND },
  }),
  serverInfo: defineCall({
    method: 'GET',
    path: '/api/discord/server-info',
    access: 'public',
    summary: 'Name, members and invite of the Discord server, and what joining gives.',
    answer: serverInfoAnswer,
  }),
  claimJoinReward: defineCall({
    method: 'POST',
    path: '/api/discord/join-rewards',
    access: 'session',
    summary: 'Claims the coins for joining the server; not eligible is an answer, not an error.',
    body: joinRewardRequest.optional().default({}),
    answer: joinRewardAnswer,
    errors: ['RATE_LIMITED'],
  }),
  inviteToServer: defineCall({
    method: 'POST',
    path: '/api/discord/invite-to-server',
    access: 'session',
    summary: 'Invites into the Discord server, by an invite for one person; who is there already is told so.',
    answer: joinServerAnswer,
    errors: ['RATE_LIMITED'],
    // A fifth of the limit of all accounts together, so that nobody can use up all invites with new accounts.
    bounds: { perAddress: { name: 'discord-invite-address', points: 40, windowMs: 60 * 60_000 } },
  }),
} as const;
