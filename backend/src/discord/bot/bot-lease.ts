import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  botReport,
  gatewaySession,
  type leaseCalls,
  type BotReport,
  type CallBody,
  type LeaseAnswer,
} from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { ShopError } from '../../platform/shop-error.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { freeOlderClaims } from '../posts/batch-rows.js';

/** Time for which a bot's lease is valid without renewal, ms. */
const LEASE_MS = 15_000;

export const fenceRow = z.object({ fence: z.number() });
const lockedRow = fenceRow.extend({
  instance_id: z.string().nullable(),
  take_id: z.string().nullable(),
  /** Time until the lease expires, ms; negative when it has expired. */
  left_ms: z.number(),
});
/**
 * Schema of a bot's stored report. Ignores a report of another version of the shop, because the next renewal
 * replaces it.
 */
const reportRow = z.object({ live: z.boolean(), report: botReport.nullable().catch(null) });
/**
 * Schema of a stored lease. Ignores a gateway session of another version of the shop; the bot then logs in anew.
 */
const expiryRow = z.object({ expires_at: z.date(), session: gatewaySession.nullable().catch(null) });
type TakeLeaseInput = CallBody<typeof leaseCalls.takeLease>;

/**
 * Lease that makes one bot process the only one connected to Discord. Uses the database's time, because several
 * backends share the lease.
 */
@Injectable()
export class BotLease {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Renews the lease, or takes an expired or own one under a new fence. `fence` is the process's last one; `takeId`
   * identifies a lease whose answer was lost.
   * @throws ShopError LEASE_TAKEN with `retryAfter` in seconds while another instance or a later process holds it
   */
  async takeLease(input: TakeLeaseInput): Promise<LeaseAnswer> {
    const { instanceId, takeId, fence: known } = input;
    return this.transactions.run(async (tx) => {
      const row = await lockLease(tx);
      const isLive = row.left_ms > 0;
      const isOfProcess = takeId !== undefined && row.take_id === takeId;
      const isOurs =
        row.instance_id === instanceId && (isOfProcess || known === undefined || known === row.fence);
      if (isLive && !isOurs)
        throw new ShopError('LEASE_TAKEN', 'Another bot is at work.', {
          retryAfter: Math.ceil(row.left_ms / 1_000),
        });
      const isKept = isLive && (isOfProcess || known !== undefined);
      if (!isKept) await freeOlderClaims(tx);
      return writeLease(tx, { ...input, fence: isKept ? row.fence : row.fence + 1 });
    });
  }

  /**
   * Tells whether a bot holds the lease and is connected to Discord's gateway, which panel and health check show as
   * "connected".
   */
  async isBotConnected(): Promise<boolean> {
    const { isLive, report } = await this.readLease();
    return isLive && isAtGateway(report);
  }

  /** Reads whether a bot holds the lease, and the bot's last report. */
  async readLease(): Promise<{ isLive: boolean; report: BotReport | null }> {
    const row = await sql(this.database).first(
      reportRow,
      'SELECT expires_at > clock_timestamp() AS live, report FROM bot_lease',
    );
    return row?.live === true ? { isLive: true, report: row.report } : { isLive: false, report: null };
  }
}

/**
 * Tells from a bot's report whether the bot is connected to Discord's gateway. Older bots do not report this, and
 * are connected whenever they hold the lease.
 */
export const isAtGateway = (report: BotReport | null): boolean =>
  report?.gateway === undefined || report.gateway === 'connected';

async function lockLease(tx: Tx): Promise<z.infer<typeof lockedRow>> {
  const row = await sql(tx).first(
    lockedRow,
    `SELECT instance_id, take_id, fence,
            CASE WHEN isfinite(expires_at)
                 THEN (extract(epoch FROM expires_at - clock_timestamp()) * 1000)::float8 ELSE -1 END AS left_ms
       FROM bot_lease FOR UPDATE`,
  );
  if (!row) throw new Error('The row of bot_lease is missing. Run the migrations again.');
  return row;
}

/** Writes the lease; keeps the stored gateway session when the new lease contains none. */
async function writeLease(tx: Tx, lease: TakeLeaseInput & { fence: number }): Promise<LeaseAnswer> {
  const { instanceId, takeId = null, fence, report, session } = lease;
  const row = await sql(tx).first(
    expiryRow,
    `UPDATE bot_lease SET instance_id = $1, fence = $2, expires_at = clock_timestamp() + $3 * interval '1 ms', report = $4,
            take_id = $5, session = CASE WHEN $6 THEN $7::jsonb ELSE session END
     RETURNING expires_at, session`,
    [
      instanceId,
      fence,
      LEASE_MS,
      report ? JSON.stringify(report) : null,
      takeId,
      session !== undefined,
      session ? JSON.stringify(session) : null,
    ],
  );
  return {
    fence,
    expiresAt: (row?.expires_at ?? new Date(0)).toISOString(),
    session: row?.session ?? null,
  };
}

/**
 * Allows a call only to the bot that now holds the lease, and locks the lease until the transaction ends.
 * @throws ShopError FENCED for an older fence
 */
export async function requireFence(tx: Tx, fence: number): Promise<void> {
  const row = await sql(tx).first(fenceRow, 'SELECT fence FROM bot_lease FOR SHARE');
  assertCurrentFence(fence, row?.fence);
}

/**
 * Checks that a bot's fence is the current one.
 * @throws ShopError FENCED
 */
export function assertCurrentFence(fence: number, current: number | undefined): void {
  if (fence !== current) throw new ShopError('FENCED', 'Another bot has taken over.', { current });
}
