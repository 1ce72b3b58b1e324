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
import { ShopError } from '../../platform/problem.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { freeOlderClaims } from '../posts/batch-rows.js';

/** Validity of a lease without renewal, ms. */
const LEASE_MS = 15_000;

export const fenceRow = z.object({ fence: z.number() });
const lockedRow = fenceRow.extend({
  instance_id: z.string().nullable(),
  take_id: z.string().nullable(),
  /** Time until it expires, ms; negative when it has. */
  left_ms: z.number(),
});
/** Ignores a report written by another version of the shop, because the next renewal replaces it. */
const reportRow = z.object({ live: z.boolean(), report: botReport.nullable().catch(null) });
/** Ignores a session written by another version of the shop; the bot then logs in. */
const expiryRow = z.object({ expires_at: z.date(), session: gatewaySession.nullable().catch(null) });
type TakeInput = CallBody<typeof leaseCalls.takeLease>;

/** The right to be the only bot at the gateway. Uses database time, since several backends share it. */
@Injectable()
export class BotLease {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
  ) {}

  /**
   * Renews the lease, or takes an expired or own one under a new fence. `fence` is the last one of the process;
   * `takeId` identifies a lease whose answer was lost.
   * @throws ShopError LEASE_TAKEN with `retryAfter` in seconds while another instance or a later process holds it
   */
  async take(input: TakeInput): Promise<LeaseAnswer> {
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

  /** Tells whether a bot holds the lease and is at Discord's gateway: "connected" in panel and health answer. */
  async botConnected(): Promise<boolean> {
    const { isLive, report } = await this.read();
    return isLive && isAtGateway(report);
  }

  /** Reads whether a bot holds the lease, and its last report. */
  async read(): Promise<{ isLive: boolean; report: BotReport | null }> {
    const row = await sql(this.database).first(
      reportRow,
      'SELECT expires_at > clock_timestamp() AS live, report FROM bot_lease',
    );
    return row?.live === true ? { isLive: true, report: row.report } : { isLive: false, report: null };
  }
}

/** Bots that do not report this field are at the gateway whenever they hold the lease. */
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

/** Keeps the stored session when the lease names none. */
async function writeLease(tx: Tx, lease: TakeInput & { fence: number }): Promise<LeaseAnswer> {
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
 * Allows only calls of the current lease holder; locks the lease until the transaction ends.
 * @throws ShopError FENCED for an older fence
 */
export async function requireFence(tx: Tx, fence: number): Promise<void> {
  const row = await sql(tx).first(fenceRow, 'SELECT fence FROM bot_lease FOR SHARE');
  assertCurrentFence(fence, row?.fence);
}

/** @throws ShopError FENCED when the fence is not the current one */
export function assertCurrentFence(fence: number, current: number | undefined): void {
  if (fence !== current) throw new ShopError('FENCED', 'Another bot has taken over.', { current });
}
