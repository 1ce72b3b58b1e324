import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { botLanguage, directMessageContent, type DirectMessage } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { assertCurrentFence, fenceRow, requireFence } from '../bot/bot-lease.js';
import { isSwitchedOffSql } from '../../support/notices/notice-switches.js';
import { discordIdOf } from '../../people/accounts/account-sql.js';

const waitingRow = fenceRow.extend({ waiting: z.boolean() });
const givenUpRow = z.object({ id: z.number(), topic: z.string() });
const claimedRow = z.object({
  id: z.number(),
  nonce: z.string(),
  discordId: z.string(),
  language: botLanguage.nullable(),
  channelId: z.string().nullable(),
  content: directMessageContent,
  occurredAt: z.date(),
  payload: z.string().nullable(),
  firstAttemptAt: z.date().nullable(),
  firstAttemptAgeMs: z.number().nullable(),
});

/** Age at which an unsent direct message is dropped as outdated. */
const SEND_WITHIN = `interval '24 hours'`;

/**
 * Gives the bot the oldest direct message that may be sent now. Messages of one person stay in order; an
 * unreachable person delays nobody else, nor does a product that is back delay news of orders.
 */
@Injectable()
export class ClaimDirectMessage {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Claims the next direct message; returns the same one until it is reported.
   * @returns null when none may be sent now
   * @throws ShopError FENCED
   */
  async execute(fence: number): Promise<DirectMessage | null> {
    if (!(await this.isAnyWaiting(fence))) return null;
    return this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      await dropUnsendable(tx);
      const row = await sql(tx).first(claimedRow, NEXT_MESSAGE);
      if (!row) return null;
      const { occurredAt, firstAttemptAt, language, ...rest } = row;
      return {
        ...rest,
        language: language ?? 'en',
        occurredAt: occurredAt.toISOString(),
        firstAttemptAt: firstAttemptAt?.toISOString() ?? null,
      };
    });
  }

  /** Looks for messages without a transaction first, because usually none is waiting. */
  private async isAnyWaiting(fence: number): Promise<boolean> {
    const row = await sql(this.database).first(
      waitingRow,
      `SELECT fence, EXISTS (SELECT FROM direct_messages WHERE state IN ('pending', 'registered')) AS waiting FROM bot_lease`,
    );
    assertCurrentFence(fence, row?.fence);
    return row?.waiting === true;
  }
}

/** SQL of a message's place: what was begun first, then what came in, at the end the many about one product. */
const placeOf = (message: string): string =>
  `(${message}.state = 'pending', ${message}.kind IS NOT DISTINCT FROM 'restocked', ${message}.id)`;

const NEXT_MESSAGE = `
  SELECT m.id, m.nonce, m.discord_id AS "discordId", COALESCE(p.language, p.client_language) AS language, p.channel_id AS "channelId", m.content,
         m.occurred_at AS "occurredAt", m.payload, m.first_attempt_at AS "firstAttemptAt",
         GREATEST(0, extract(epoch FROM clock_timestamp() - m.first_attempt_at) * 1000)::int8 AS "firstAttemptAgeMs"
    FROM direct_messages m LEFT JOIN discord_people p USING (discord_id)
   WHERE m.state IN ('pending', 'registered') AND COALESCE(p.wait_until <= clock_timestamp(), true)
     AND NOT EXISTS (SELECT FROM direct_messages e WHERE e.discord_id = m.discord_id AND ${placeOf('e')} < ${placeOf('m')}
                        AND e.state IN ('pending', 'registered'))
   ORDER BY ${placeOf('m')} LIMIT 1 FOR UPDATE OF m`;

/**
 * Drops direct messages that must not be sent: switched off, refused by the person, or to a Discord id that the
 * account lost.
 */
async function dropUnsendable(tx: Tx): Promise<void> {
  await sql(tx).run(
    `UPDATE direct_messages m SET state = 'dropped', ended_at = now()
      WHERE m.state = 'pending' AND (
              m.discord_id IS DISTINCT FROM ${discordIdOf('m.user_id')} OR EXISTS (
                SELECT FROM discord_people p
                 WHERE p.discord_id = m.discord_id AND NOT (p.messages AND p.closed_until <= now()))
              OR ${isSwitchedOffSql('m.user_id', { way: 'direct', kind: 'm.kind' })})`,
  );
  await dropOutdated(tx);
}

/** Drops outdated direct messages and alerts staff, because the recipients will miss them. */
async function dropOutdated(tx: Tx): Promise<void> {
  const given = await sql(tx).rows(
    givenUpRow,
    `UPDATE direct_messages SET state = 'dropped', ended_at = now()
      WHERE state IN ('pending', 'registered') AND COALESCE(first_attempt_at, occurred_at) < now() - ${SEND_WITHIN}
    RETURNING id, topic`,
  );
  const last = given.toSorted((one, other) => other.id - one.id)[0];
  if (!last) return;
  raiseAlert(tx, {
    kind: 'dead-letter',
    title: 'Direct messages given up after a day',
    detail: `The last of them is message ${last.id} about ${last.topic}. Discord did not take it, or the bot was away.`,
    isFoldable: true,
    times: given.length,
  });
}
