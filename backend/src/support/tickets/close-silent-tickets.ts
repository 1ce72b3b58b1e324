import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { ShopError } from '../../platform/problem.js';
import { sql } from '../../platform/database/sql.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { SetTicketStatus } from './set-ticket-status.js';

const silentRow = z.object({ id: z.number(), version: z.number() });
const EVERY_MS = 10 * 60_000;
/** Tickets of one run, so that an operator who sets it late floods nobody. */
const AT_ONCE = 50;

/** Closes tickets that nobody touched for `TICKET_AUTO_CLOSE_DAYS`, as staff would. Any number may run. */
@Injectable()
export class CloseSilentTickets {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly setStatus: SetTicketStatus,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Periodic({ name: 'close-silent-tickets', every: EVERY_MS, role: 'worker', firstAfter: 4 * 60_000 })
  async closeSilent(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const { ticketAutoCloseDays: days } = this.settings;
    if (days === 0) return;
    const silent = await sql(this.database).rows(
      silentRow,
      `SELECT id, version FROM tickets
        WHERE status IN ('open', 'in_progress') AND changed_at < clock_timestamp() - $1 * interval '1 day'
        ORDER BY changed_at LIMIT ${AT_ONCE}`,
      [days],
    );
    for (const { id, version } of silent) {
      if (signal.aborted) return;
      await this.close(id, version);
    }
  }

  /** Somebody who touched it meanwhile comes first. */
  private async close(ticketId: number, version: number): Promise<void> {
    try {
      await this.setStatus.execute({ ticketId, version, status: 'closed', actor: 'shop', role: 'admin' });
    } catch (error) {
      if (!(error instanceof ShopError && ['STALE', 'ILLEGAL_MOVE'].includes(error.code))) throw error;
    }
  }
}
