import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { EXPORT_LISTS, type LimitRule } from '@pax/contracts';
import { open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import type { Actor } from '../../../platform/calls/access.js';
import { Clock } from '../../../platform/clock.js';
import { randomRef } from '../../../platform/random.js';
import { sql } from '../../../platform/database/sql.js';
import { Transactions } from '../../../platform/database/transaction.js';
import { Limits } from '../../../platform/limits/limits.js';
import { Sessions } from '../../../platform/sessions/sessions.js';
import { lockUser } from '../../../people/accounts/lock-user.js';
import { noticeOwner } from '../../../people/accounts/security-notices.js';
import { SecurityLog } from '../../../people/audit/security-log.js';
import type { CallOrigin } from '../../../people/access/call-origin.js';
import { freshSignInRequired } from '../../../people/sign-in/password/owner-proof.js';
import { EXPORT_STATEMENTS } from './export-lists.js';

const DAILY: LimitRule = { name: 'export-own-data', points: 1, windowMs: 86_400_000 };
/** Begun ones, as each is read whole from the database. */
const TRIES: LimitRule = { name: 'export-own-data-tries', points: 10, windowMs: 86_400_000 };
/** Rows that are read and sent at once: what an export takes of memory, however much an account has. */
const PAGE = 500;

const row = z.object({ row: z.record(z.string(), z.unknown()) });

/** Exports what the shop keeps of an account as one JSON file, part by part. */
@Injectable()
export class ExportOwnData {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly sessions: Sessions,
    private readonly limits: Limits,
    private readonly security: SecurityLog,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the file; one that is not read to its end does not count as the copy of the day
   * @throws ShopError FRESH_SIGN_IN_REQUIRED, SECOND_STEP_REQUIRED, RATE_LIMITED once a day is over
   */
  async execute({ userId, sessionId }: Actor, { address, userAgent }: CallOrigin): Promise<Readable> {
    await this.transactions.run(async (tx) => {
      await lockUser(tx, userId);
      if ((await this.sessions.freshUntil(sessionId, tx)) === null) throw freshSignInRequired();
      await this.sessions.requireOwner({ userId, sessionId }, tx);
    });
    const giveBack = await this.limits.takeTry([[DAILY, String(userId)]]);
    try {
      await this.limits.take(TRIES, String(userId));
      await this.transactions.run(async (tx) => {
        await noticeOwner(tx, { userId, kind: 'data_exported', userAgent });
        const subject = `user:${userId}`;
        await this.security.write(tx, { actor: subject, action: 'account.export', subject, address });
      });
      const file = await this.spool(userId);
      file.once('close', () => {
        // Where the database is away meanwhile, the try counts.
        if (!file.readableEnded) giveBack().catch(() => undefined);
      });
      return file;
    } catch (error) {
      await giveBack();
      throw error;
    }
  }

  /** Writes all of it from one state of the database, so that a slow reader holds no connection and misses no row. */
  private async spool(userId: number): Promise<Readable> {
    const path = join(tmpdir(), `own-data-${randomRef()}`);
    const file = await open(path, 'wx+', 0o600);
    try {
      // Without a name it is gone with its last reader, however the process ends.
      await unlink(path);
      await this.database.transaction('REPEATABLE READ', async (tx) => {
        for await (const part of this.parts(tx, userId)) await file.appendFile(part);
      });
      return file.createReadStream({ start: 0 });
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  private async *parts(tx: EntityManager, userId: number): AsyncGenerator<string> {
    yield `{"exportedAt":${JSON.stringify(this.clock.now().toISOString())},"account":`;
    for await (const [account] of pages(tx, 'account', userId)) yield JSON.stringify(account ?? {});
    for (const list of EXPORT_LISTS) {
      yield `,\n"${list}":[`;
      let separator = '\n';
      for await (const rows of pages(tx, list, userId)) {
        yield separator + rows.map((one) => JSON.stringify(one)).join(',\n');
        separator = ',\n';
      }
      yield ']';
    }
    yield '}\n';
  }
}

/** The rows of one part, some at a time. */
async function* pages(
  tx: EntityManager,
  list: keyof typeof EXPORT_STATEMENTS,
  userId: number,
): AsyncGenerator<Record<string, unknown>[]> {
  await sql(tx).run(
    `DECLARE own_data NO SCROLL CURSOR FOR SELECT to_jsonb(part) AS row FROM (${EXPORT_STATEMENTS[list]}) AS part`,
    [userId],
  );
  for (;;) {
    const rows = await sql(tx).rows(row, `FETCH ${PAGE} FROM own_data`);
    if (rows.length === 0) break;
    yield rows.map(({ row: one }) => one);
  }
  await sql(tx).run('CLOSE own_data');
}
