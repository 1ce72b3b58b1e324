import { Injectable, Controller } from '@nestjs/common';
import {
  MAX_WELCOMED_AT_ONCE,
  type NewcomersWelcome,
  type NoteNewcomersRequest,
  newcomerCalls,
  type CallBody,
} from '@pax/contracts';
import { z } from 'zod';
import { randomRef } from '../../platform/secrets.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { requireFence } from '../bot/bot-lease.js';
import { ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';

const openRow = z.object({ nonce: z.string(), discordId: z.string() });

/** Time for which a member of the server counts as a newcomer. */
const NEW_FOR = `interval '7 days'`;
/**
 * Time after which a welcome without a report is not sent again, because Discord forgets nonces after some minutes.
 */
const UNREPORTED_FOR = `interval '2 minutes'`;
/** Limit of newcomers who wait for a welcome with their name; beyond it the earliest see only the pinned one. */
const MAX_WAITING = 50;
const HOUR_MS = 3_600_000;

/** People who have just joined the Discord server, each of whom the bot welcomes once. */
@Injectable()
export class Newcomers {
  constructor(private readonly transactions: Transactions) {}

  /**
   * Records people who joined; a repeat changes nothing.
   * @throws ShopError FENCED
   */
  async recordJoins({ fence, members }: NoteNewcomersRequest): Promise<void> {
    await this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      await sql(tx).run('INSERT INTO newcomers_since (since) VALUES (now()) ON CONFLICT DO NOTHING');
      await sql(tx).run(
        `INSERT INTO newcomers (discord_id, joined_at)
         SELECT DISTINCT ON (m.id) m.id, m.joined FROM unnest($1::text[], $2::timestamptz[]) AS m (id, joined)
          WHERE m.joined >= greatest(now() - ${NEW_FOR}, (SELECT since FROM newcomers_since))
         ON CONFLICT DO NOTHING`,
        [members.map(({ discordId }) => discordId), members.map(({ joinedAt }) => joinedAt)],
      );
    });
  }

  /**
   * Claims the next welcome; returns the same one until it is reported.
   * @returns null when no newcomer waits
   * @throws ShopError FENCED
   */
  async claimWelcome(fence: number): Promise<NewcomersWelcome | null> {
    return this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      await sql(tx).run(
        `UPDATE newcomers SET welcomed_at = now() WHERE welcomed_at IS NULL AND tried_at < now() - ${UNREPORTED_FOR}`,
      );
      const open = await findOpenWelcome(tx);
      if (open) return open;
      await sql(tx).run(
        `UPDATE newcomers SET welcomed_at = now() WHERE discord_id IN (
           SELECT discord_id FROM newcomers WHERE nonce IS NULL AND welcomed_at IS NULL
            ORDER BY joined_at DESC, discord_id DESC OFFSET $1)`,
        [MAX_WAITING],
      );
      await sql(tx).run(
        `UPDATE newcomers SET nonce = $1, tried_at = clock_timestamp() WHERE discord_id IN (
           SELECT discord_id FROM newcomers WHERE nonce IS NULL AND welcomed_at IS NULL ORDER BY joined_at, discord_id LIMIT $2)`,
        [randomRef(), MAX_WELCOMED_AT_ONCE],
      );
      return findOpenWelcome(tx);
    });
  }

  /** Deletes the Discord ids of newcomers after a week, even if no bot runs. */
  @Periodic({ name: 'forget-newcomers', every: HOUR_MS, firstAfter: 360_000, role: 'worker' })
  async deleteOldNewcomers(): Promise<void> {
    await this.transactions.run((tx) =>
      sql(tx).run(`DELETE FROM newcomers WHERE joined_at < now() - ${NEW_FOR}`),
    );
  }

  /**
   * Records that a welcome was sent; a repeat changes nothing.
   * @throws ShopError FENCED
   */
  async reportWelcome(fence: number, nonce: string): Promise<void> {
    await this.transactions.run(async (tx) => {
      await requireFence(tx, fence);
      await sql(tx).run('UPDATE newcomers SET welcomed_at = now() WHERE nonce = $1', [nonce]);
    });
  }
}

/** Finds the welcome that was claimed but not reported yet; there is at most one. */
async function findOpenWelcome(tx: Tx): Promise<NewcomersWelcome | null> {
  const rows = await sql(tx).rows(
    openRow,
    `SELECT nonce, discord_id AS "discordId" FROM newcomers
      WHERE nonce IS NOT NULL AND welcomed_at IS NULL ORDER BY joined_at, discord_id`,
  );
  const [first] = rows;
  return first ? { nonce: first.nonce, discordIds: rows.map(({ discordId }) => discordId) } : null;
}

/** Calls by which the bot welcomes new members of the Discord server. */
@Controller()
export class NewcomersController {
  constructor(private readonly newcomers: Newcomers) {}

  @Call(newcomerCalls.noteNewcomers)
  recordNewcomers(
    @ZodBody(newcomerCalls.noteNewcomers.body) body: CallBody<typeof newcomerCalls.noteNewcomers>,
  ): Promise<void> {
    return this.newcomers.recordJoins(body);
  }

  @Call(newcomerCalls.claimNewcomers)
  async claimNextWelcome(
    @ZodBody(newcomerCalls.claimNewcomers.body) { fence }: CallBody<typeof newcomerCalls.claimNewcomers>,
  ): Promise<{ welcome: NewcomersWelcome | null }> {
    return { welcome: await this.newcomers.claimWelcome(fence) };
  }

  @Call(newcomerCalls.reportNewcomers)
  reportSentWelcome(
    @ZodBody(newcomerCalls.reportNewcomers.body)
    { fence, nonce }: CallBody<typeof newcomerCalls.reportNewcomers>,
  ): Promise<void> {
    return this.newcomers.reportWelcome(fence, nonce);
  }
}
