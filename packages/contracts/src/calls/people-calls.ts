import { z } from 'zod';
import { discordId } from '../entities/fields.js';
import {
  botPersonAnswer,
  botRedeemRequest,
  botRewardsAnswer,
  botTicketRequest,
  changeBotPersonRequest,
  directMessagesAnswer,
  directMessagesRequest,
} from '../http/discord-people.js';
import { linkedRolesAnswer } from '../http/linked-roles.js';
import { redeemRewardAnswer } from '../http/loyalty.js';
import { createTicketAnswer } from '../http/tickets.js';
import { defineCall } from './call.js';

const QUARTER_HOUR_MS = 15 * 60_000;
/** Room for the longest text in any script. */
const TEXT_BYTES = 32 * 1024;
/** The person on whose behalf the bot asks. */
const personQuery = z.strictObject({ discordId });

/** Calls of the bot on behalf of customers, and their switch on the account page. */
export const peopleCalls = {
  directMessages: defineCall({
    method: 'GET',
    path: '/api/account/direct-messages',
    access: 'session',
    summary: 'Whether the bot writes to the own Discord account about the own orders.',
    answer: directMessagesAnswer,
  }),
  setDirectMessages: defineCall({
    method: 'PATCH',
    path: '/api/account/direct-messages',
    access: 'session',
    summary: 'Switches direct messages about the own orders on or off.',
    body: directMessagesRequest,
    answer: directMessagesAnswer,
    errors: ['DISCORD_NOT_LINKED'],
    bounds: { perAccount: { name: 'direct-messages', points: 30, windowMs: QUARTER_HOUR_MS } },
  }),
  linkedRoles: defineCall({
    method: 'GET',
    path: '/api/account/linked-roles',
    access: 'session',
    summary: 'Whether Discord may know tier, spending and age of the own account, for linked roles.',
    answer: linkedRolesAnswer,
  }),
  endLinkedRoles: defineCall({
    method: 'DELETE',
    path: '/api/account/linked-roles',
    access: 'session',
    summary: 'Takes from Discord what it knows of the own account, and gives the grant back.',
    answer: linkedRolesAnswer,
  }),
  botPerson: defineCall({
    method: 'GET',
    path: '/api/bot/people',
    access: 'bot',
    summary: 'What a person in Discord chose, and the account that proved their Discord id.',
    query: personQuery,
    answer: botPersonAnswer,
  }),
  changeBotPerson: defineCall({
    method: 'PATCH',
    path: '/api/bot/people',
    access: 'bot',
    summary: "Changes a person's language or their direct messages, and answers all they chose.",
    body: changeBotPersonRequest,
    answer: botPersonAnswer,
  }),
  botRewards: defineCall({
    method: 'GET',
    path: '/api/bot/rewards',
    access: 'bot',
    summary: 'What points buy and the own codes of a person, or null without an account.',
    query: personQuery,
    answer: botRewardsAnswer,
    errors: ['BLOCKED'],
  }),
  botRedeem: defineCall({
    method: 'POST',
    path: '/api/bot/rewards/redeem',
    access: 'bot',
    summary: 'Spends points of a person on a reward; the same `requestId` answers the same reward again.',
    body: botRedeemRequest,
    status: 201,
    answer: redeemRewardAnswer,
    errors: [
      'ALREADY_OWNED',
      'BLOCKED',
      'CONFLICT',
      'DISCORD_NOT_LINKED',
      'DISPUTE_OPEN',
      'INSUFFICIENT_POINTS',
      'NOT_FOUND',
      'TIER_TOO_LOW',
    ],
  }),
  botCreateTicket: defineCall({
    method: 'POST',
    path: '/api/bot/tickets',
    access: 'bot',
    summary:
      'Sends a support ticket of a person; who has no account page to read it on gets a secret token for it. The same `requestId` answers the same ticket again.',
    body: botTicketRequest,
    status: 201,
    answer: createTicketAnswer,
    errors: [
      'BODY_TOO_LARGE',
      'IMAGE_TOO_LARGE',
      'IMAGE_UNREADABLE',
      'NOT_FOUND',
      'RATE_LIMITED',
      'STALE_REFERENCE',
      'UNAVAILABLE',
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    bounds: { bodyLimit: TEXT_BYTES },
  }),
} as const;
