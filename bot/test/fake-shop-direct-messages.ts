import {
  claimDirectRequest,
  registerDirectRequest,
  reportDirectRequest,
  type DirectMessageContent,
  type DirectMessage,
  type DirectMessageOutcome,
} from '@pax/contracts';
import { NOON } from './samples.js';
import type { JsonAnswer, JsonCall } from './json-server.js';

interface StoredDirectMessage {
  message: DirectMessage;
  /** The bot's reports, oldest first. */
  outcomes: DirectMessageOutcome[];
  /** Earliest time of the next claim, ms since the process started. */
  waitUntil: number;
}

const isOver = ({ outcomes }: StoredDirectMessage): boolean => outcomes.some(({ kind }) => kind !== 'later');

/** Fake of the shop's direct messages, in memory. */
export class ShopDirectMessages {
  readonly messages: StoredDirectMessage[] = [];

  add(
    discordId: string,
    content: DirectMessageContent,
    changes: Partial<DirectMessage> = {},
  ): StoredDirectMessage {
    const id = this.messages.length + 1;
    const message: DirectMessage = {
      id,
      nonce: `nonce-direct-${id}`,
      discordId,
      language: 'en',
      channelId: null,
      content,
      occurredAt: NOON,
      payload: null,
      firstAttemptAt: null,
      firstAttemptAgeMs: null,
      ...changes,
    };
    const stored = { message, outcomes: [], waitUntil: 0 };
    this.messages.push(stored);
    return stored;
  }

  route({ path, body }: JsonCall): JsonAnswer | undefined {
    if (path === '/api/bot/direct-messages/claim') {
      claimDirectRequest.parse(body);
      const now = performance.now();
      const next = this.messages.find((one) => !isOver(one) && one.waitUntil <= now);
      return { status: 200, body: { message: next?.message ?? null } };
    }
    const [, id, action] = /^\/api\/bot\/direct-messages\/(\d+)\/(\w+)$/.exec(path) ?? [];
    const stored = this.messages.find(({ message }) => message.id === Number(id));
    if (!stored) return undefined;
    if (action === 'register') {
      const { payload, channelId } = registerDirectRequest.parse(body);
      Object.assign(stored.message, { payload, channelId, firstAttemptAt: new Date().toISOString() });
      stored.message.firstAttemptAgeMs = 0;
    } else {
      const { outcome } = reportDirectRequest.parse(body);
      stored.outcomes.push(outcome);
      if (outcome.kind !== 'later') return { status: 204 };
      stored.waitUntil = performance.now() + outcome.waitMs;
      if (outcome.isChannelLost) stored.message.channelId = null;
    }
    return { status: 204 };
  }
}
