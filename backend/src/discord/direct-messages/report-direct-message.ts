import { Injectable } from '@nestjs/common';
import type { DirectMessageOutcome } from '@pax/contracts';
import { z } from 'zod';
import { ShopError } from '../../platform/shop-error.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { requireFence } from '../bot/bot-lease.js';

const messageRow = z.object({
  id: z.number(),
  state: z.string(),
  discordId: z.string(),
  topic: z.string(),
  payload: z.string().nullable(),
  messageId: z.string().nullable(),
});
type MessageRow = z.infer<typeof messageRow>;

/** Pause after a person refused a message, because earlier attempts would be refused too. */
const CLOSED_FOR = `interval '1 day'`;

export interface DirectMessageRegistration {
  fence: number;
  /** The whole Discord message, as JSON text. */
  payload: string;
  channelId: string;
}

/** Freezes a direct message before it is sent and records the outcome. Reports with an older fence are refused. */
@Injectable()
export class ReportDirectMessage {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Freezes a message before it is sent; a repeat with the same message changes nothing.
   * @throws ShopError FENCED, NOT_FOUND, CONFLICT
   */
  async registerMessage(id: number, { fence, payload, channelId }: DirectMessageRegistration): Promise<void> {
    await this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      const message = await lockMessage(tx, id);
      if (message.state === 'registered' && message.payload === payload) return;
      if (message.state !== 'pending') throw new ShopError('CONFLICT', `This message is ${message.state}.`);
      await savePersonField(tx, message, 'channel_id', '$2', channelId);
      await sql(tx).run(
        `UPDATE direct_messages SET state = 'registered', payload = $2, first_attempt_at = clock_timestamp() WHERE id = $1`,
        [id, payload],
      );
    });
  }

  /**
   * Records the outcome of a message; a repeat changes nothing.
   * @throws ShopError FENCED, NOT_FOUND, CONFLICT
   */
  async reportOutcome(id: number, fence: number, outcome: DirectMessageOutcome): Promise<void> {
    await this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      const message = await lockMessage(tx, id);
      if (outcome.kind === 'sent' && message.messageId === outcome.messageId) return;
      if (message.state !== 'pending' && message.state !== 'registered')
        throw new ShopError('CONFLICT', `This message is ${message.state}.`);
      await recordOutcome(tx, message, outcome);
    });
  }
}

async function lockMessage(tx: Tx, id: number): Promise<MessageRow> {
  const row = await sql(tx).first(
    messageRow,
    `SELECT id, state, discord_id AS "discordId", topic, payload, message_id AS "messageId"
       FROM direct_messages WHERE id = $1 FOR UPDATE`,
    [id],
  );
  if (!row) throw new ShopError('NOT_FOUND', 'There is no such message.');
  return row;
}

async function recordOutcome(tx: Tx, message: MessageRow, outcome: DirectMessageOutcome): Promise<void> {
  switch (outcome.kind) {
    case 'sent':
      if (message.state !== 'registered') throw new ShopError('CONFLICT', 'This message is not registered.');
      return endMessage(tx, message, 'sent', { messageId: outcome.messageId });
    case 'closed':
      await savePersonField(tx, message, 'closed_until', `now() + $2 * ${CLOSED_FOR}`, 1);
      // Makes the person's next command show a hint that their direct messages are closed.
      await savePersonField(tx, message, 'hint_wanted', '$2::boolean', 'true');
      return endMessage(tx, message, 'closed');
    case 'refused':
      await endMessage(tx, message, 'parked', { reason: outcome.reason });
      raiseAlert(tx, {
        kind: 'dead-letter',
        title: 'Discord refuses a direct message',
        detail: `Message ${message.id} about ${message.topic} is parked: ${outcome.reason.slice(0, 300)}`,
      });
      return;
    case 'later':
      await savePersonField(
        tx,
        message,
        'wait_until',
        `clock_timestamp() + $2 * interval '1 ms'`,
        outcome.waitMs,
      );
      // Forgets the stored channel, because a replaced Discord application has to open its own.
      if (outcome.isChannelLost) await savePersonField(tx, message, 'channel_id', '$2::text', null);
  }
}

async function endMessage(
  tx: Tx,
  { id }: MessageRow,
  state: 'sent' | 'closed' | 'parked',
  { messageId, reason }: { messageId?: string; reason?: string } = {},
): Promise<void> {
  await sql(tx).run(
    `UPDATE direct_messages SET state = $2, message_id = $3, reason = $4, payload = NULL, ended_at = now() WHERE id = $1`,
    [id, state, messageId ?? null, reason ?? null],
  );
}

/**
 * Saves one field of a person in Discord.
 * @param value SQL with the parameter as $2
 */
async function savePersonField(
  tx: Tx,
  { discordId }: MessageRow,
  column: 'channel_id' | 'closed_until' | 'wait_until' | 'hint_wanted',
  value: string,
  parameter: string | number | null,
): Promise<void> {
  await sql(tx).run(
    `INSERT INTO discord_people (discord_id, ${column}) VALUES ($1, ${value})
     ON CONFLICT (discord_id) DO UPDATE SET ${column} = EXCLUDED.${column}`,
    [discordId, parameter],
  );
}
