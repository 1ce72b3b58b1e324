import { Injectable, Controller } from '@nestjs/common';
import {
  type LastingMessageKey,
  type LastingMessage,
  type LastingMessageOutcome,
  lastingMessageCalls,
  type CallBody,
} from '@pax/contracts';
import { z } from 'zod';
import { ShopError } from '../../platform/shop-error.js';
import { randomRef } from '../../platform/secrets.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { requireFence } from '../bot/bot-lease.js';
import { ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';

/**
 * Minimum time between two edits of a pinned message, so that many changes cause one edit with the newest state.
 */
const CHANGE_EVERY = `interval '15 seconds'`;

const claimedRow = z.object({
  nonce: z.string(),
  messageId: z.string().nullable(),
  contentHash: z.string().nullable(),
  isPinned: z.boolean(),
  firstAttemptAt: z.date().nullable(),
  firstAttemptAgeMs: z.number().nullable(),
  isFresh: z.boolean(),
});

export interface LastingReport {
  key: LastingMessageKey;
  nonce: string;
  fence: number;
  outcome: LastingMessageOutcome;
}

/** Messages that the bot keeps up to date in a channel, one per key, whichever bot holds the lease. */
@Injectable()
export class LastingMessages {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Claims a lasting message for an edit.
   * @returns null while the last change is too recent
   * @throws ShopError FENCED
   */
  async claimEdit(key: LastingMessageKey, channelId: string, fence: number): Promise<LastingMessage | null> {
    return this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      await insertOrMove(tx, key, channelId, fence);
      const row = await sql(tx).first(claimedRow, CLAIM, [key, fence]);
      if (!row) throw new Error(`The row of ${key} is missing.`);
      const { isFresh, firstAttemptAt, ...message } = row;
      if (isFresh) return null;
      // Assumes from here on that Discord has the message, even if the bot crashes.
      if (message.messageId === null)
        await sql(tx).run(
          `UPDATE lasting_messages SET first_attempt_at = coalesce(first_attempt_at, clock_timestamp()) WHERE key = $1`,
          [key],
        );
      return { ...message, firstAttemptAt: firstAttemptAt?.toISOString() ?? null };
    });
  }

  /**
   * Records the outcome of an edit.
   * @throws ShopError FENCED; CONFLICT when another message has replaced this one meanwhile
   */
  async reportEdit({ key, nonce, fence, outcome }: LastingReport): Promise<void> {
    await this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      const { assignments, values } = changeAfterOutcome(outcome, fence);
      const count = await sql(tx).affected(
        `UPDATE lasting_messages SET ${assignments} WHERE key = $1 AND nonce = $2`,
        [key, nonce, ...values],
      );
      if (count === 0) throw new ShopError('CONFLICT', 'This message is another by now.');
    });
  }
}

/**
 * SQL that claims a message. Only content written by the present lease holder counts as known, because an edit by a
 * former holder may have arrived later.
 */
const CLAIM = `
  SELECT nonce, message_id AS "messageId", CASE WHEN fence = $2 THEN content_hash END AS "contentHash",
         pinned AS "isPinned", first_attempt_at AS "firstAttemptAt",
         CASE WHEN first_attempt_at IS NOT NULL
              THEN GREATEST(0, extract(epoch FROM clock_timestamp() - first_attempt_at) * 1000)::int8 END AS "firstAttemptAgeMs",
         coalesce(message_id IS NOT NULL AND changed_at > clock_timestamp() - ${CHANGE_EVERY}, false) AS "isFresh"
    FROM lasting_messages WHERE key = $1 FOR UPDATE`;

const AS_NEW = `first_attempt_at = NULL, message_id = NULL, content_hash = NULL, pinned = false`;

/**
 * Inserts the message's row, or moves it to the channel now in the settings; the message in the old channel stays
 * there.
 */
async function insertOrMove(tx: Tx, key: LastingMessageKey, channelId: string, fence: number): Promise<void> {
  await sql(tx).run(
    `INSERT INTO lasting_messages (key, channel_id, nonce, fence) VALUES ($1, $2, $3, $4)
     ON CONFLICT (key) DO UPDATE SET channel_id = excluded.channel_id, nonce = excluded.nonce, ${AS_NEW}
      WHERE lasting_messages.channel_id <> excluded.channel_id`,
    [key, channelId, randomRef().slice(0, 22), fence],
  );
}

function changeAfterOutcome(
  outcome: LastingMessageOutcome,
  fence: number,
): { assignments: string; values: unknown[] } {
  if (outcome.kind === 'pinned') return { assignments: 'pinned = true', values: [] };
  if (outcome.kind === 'gone')
    return { assignments: `nonce = $3, ${AS_NEW}`, values: [randomRef().slice(0, 22)] };
  if (outcome.kind === 'edited')
    return {
      assignments: 'fence = $3, content_hash = $4, changed_at = clock_timestamp()',
      values: [fence, outcome.contentHash],
    };
  return {
    assignments: 'fence = $3, message_id = $4, content_hash = $5, changed_at = clock_timestamp()',
    values: [fence, outcome.messageId, outcome.contentHash],
  };
}

/** Calls by which the bot updates the messages that it keeps in channels. */
@Controller()
export class LastingController {
  constructor(private readonly lasting: LastingMessages) {}

  @Call(lastingMessageCalls.claimLasting)
  async claimLastingEdit(
    @ZodBody(lastingMessageCalls.claimLasting.body)
    { key, channelId, fence }: CallBody<typeof lastingMessageCalls.claimLasting>,
  ): Promise<{ message: LastingMessage | null }> {
    return { message: await this.lasting.claimEdit(key, channelId, fence) };
  }

  @Call(lastingMessageCalls.reportLasting)
  reportLastingEdit(
    @ZodBody(lastingMessageCalls.reportLasting.body) body: CallBody<typeof lastingMessageCalls.reportLasting>,
  ): Promise<void> {
    return this.lasting.reportEdit(body);
  }
}
