import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { EXPORT_LISTS, type LimitRule } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import type { Actor } from '../../../common/access.js';
import { Clock } from '../../../common/clock.js';
import { sql } from '../../../infra/database/sql.js';
import { Transactions } from '../../../infra/database/transaction.js';
import { Limits } from '../../../infra/limits/limits.js';
import { Sessions } from '../../../infra/sessions/sessions.js';
import { lockUser } from '../../accounts/lock-user.js';
import { noticeOwner } from '../../accounts/security-notices.js';
import { SecurityLog } from '../../audit/security-log.js';
import type { CallOrigin } from '../../auth/call-origin.js';
import { freshSignInRequired } from '../../auth/password/owner-proof.js';
import { EXPORT_STATEMENTS } from './export-lists.js';

const DAILY: LimitRule = { name: 'export-own-data', points: 1, windowMs: 86_400_000 };
/** Rows that are read and sent at once: what an export takes of memory, however much an account has. */
const PAGE = 500;

const row = z.object({ row: z.record(z.string(), z.unknown()) });

/** Exports what the shop keeps of an account as one JSON file, part by part (OWN-580). */
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

  /** @returns the text of the file in parts @throws ShopError FRESH_SIGN_IN_REQUIRED, SECOND_STEP_REQUIRED, RATE_LIMITED once a day is over */
  async execute(
    { userId, sessionId }: Actor,
    { address, userAgent }: CallOrigin,
  ): Promise<AsyncIterable<string>> {
    await this.transactions.run(async (tx) => {
      await lockUser(tx, userId);
      if ((await this.sessions.freshUntil(sessionId, tx)) === null) throw freshSignInRequired();
      await this.sessions.requireOwner({ userId, sessionId }, tx);
    });
    await this.limits.take(DAILY, String(userId));
    await this.transactions.run(async (tx) => {
      await noticeOwner(tx, { userId, kind: 'data_exported', userAgent });
      const subject = `user:${userId}`;
      await this.security.write(tx, { actor: subject, action: 'account.export', subject, address });
    });
    return this.parts(userId);
  }

  private async *parts(userId: number): AsyncGenerator<string> {
    yield `{"exportedAt":${JSON.stringify(this.clock.now().toISOString())},"account":`;
    const [account] = await this.page('account', userId, 0);
    yield JSON.stringify(account ?? {});
    for (const list of EXPORT_LISTS) {
      yield `,\n"${list}":[`;
      yield* this.listed(list, userId);
      yield ']';
    }
    yield '}\n';
  }

  private async *listed(list: (typeof EXPORT_LISTS)[number], userId: number): AsyncGenerator<string> {
    for (let from = 0; ; from += PAGE) {
      const rows = await this.page(list, userId, from);
      if (rows.length > 0)
        yield `${from === 0 ? '\n' : ',\n'}${rows.map((one) => JSON.stringify(one)).join(',\n')}`;
      if (rows.length < PAGE) return;
    }
  }

  private async page(
    list: keyof typeof EXPORT_STATEMENTS,
    userId: number,
    from: number,
  ): Promise<Record<string, unknown>[]> {
    const rows = await sql(this.database).rows(
      row,
      `SELECT to_jsonb(part) AS row FROM (${EXPORT_STATEMENTS[list]} OFFSET $2 LIMIT ${PAGE}) AS part`,
      [userId, from],
    );
    return rows.map(({ row: one }) => one);
  }
}
