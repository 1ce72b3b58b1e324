import { Injectable, Inject } from '@nestjs/common';
import { isOpenTicket, type AdminTicket, type SetTicketStatusRequest } from '@pax/contracts';
import { Clock } from '../../platform/clock.js';
import { Transactions } from '../../platform/database/transaction.js';
import { FormerIdentities } from '../../people/accounts/former-identities.js';
import type { StaffActor } from '../../people/accounts/conflict-of-interest.js';
import { writeAuditRow } from '../../people/audit/audit.js';
import { lockTicket, assertCanSetStatus, saveTicket, assertNotOwnTicket } from './lock-ticket.js';
import { toAdminTicket } from './ticket.mapper.js';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { ShopError } from '../../platform/shop-error.js';
import { sql } from '../../platform/database/sql.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { SETTINGS, type Settings } from '../../settings.js';

export interface SetTicketStatusInput extends SetTicketStatusRequest, StaffActor {
  ticketId: number;
}

/** Takes or closes a ticket for staff; only an answer resolves a ticket. */
@Injectable()
export class SetTicketStatus {
  constructor(
    private readonly transactions: Transactions,
    private readonly departed: FormerIdentities,
    private readonly clock: Clock,
  ) {}

  /** @throws ShopError NOT_FOUND, STALE, OWN_TICKET, ILLEGAL_MOVE with the legal moves */
  execute({ ticketId, status, version, actor, role }: SetTicketStatusInput): Promise<AdminTicket> {
    return this.transactions.run(async (tx) => {
      const ticket = await lockTicket(tx, ticketId, version);
      const action = `ticket.${status}` as const;
      await assertNotOwnTicket(tx, this.departed, ticket, { actor, role, action });
      // Changes nothing for the second of two staff members who take the ticket at once.
      if (status === 'in_progress' && ticket.status === status) return toAdminTicket(tx, ticket);
      assertCanSetStatus(ticket, status);
      ticket.status = status;
      ticket.endedAt = isOpenTicket(status) ? null : this.clock.now();
      await saveTicket(tx, ticket, isOpenTicket(status) ? 'ticket.taken' : 'ticket.closed');
      await writeAuditRow(tx, { actor, action, subject: `ticket:${ticketId}` });
      return toAdminTicket(tx, ticket);
    });
  }
}

const silentRow = z.object({ id: z.number(), version: z.number() });
const EVERY_MS = 10 * 60_000;
/** Limit of tickets that one run closes, so that an operator who turns the setting on late floods nobody. */
const MAX_PER_RUN = 50;

/**
 * Closes tickets without activity for `TICKET_AUTO_CLOSE_DAYS`, as staff would. Several processes may run this at
 * once.
 */
@Injectable()
export class CloseSilentTickets {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly setStatus: SetTicketStatus,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Periodic({ name: 'close-silent-tickets', every: EVERY_MS, role: 'worker', firstAfter: 4 * 60_000 })
  async closeSilentTickets(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const { ticketAutoCloseDays: days } = this.settings;
    if (days === 0) return;
    const silent = await sql(this.database).rows(
      silentRow,
      `SELECT id, version FROM tickets
        WHERE status IN ('open', 'in_progress') AND changed_at < clock_timestamp() - $1 * interval '1 day'
        ORDER BY changed_at LIMIT ${MAX_PER_RUN}`,
      [days],
    );
    for (const { id, version } of silent) {
      if (signal.aborted) return;
      await this.closeTicket(id, version);
    }
  }

  /** Closes a ticket unless it changed meanwhile. */
  private async closeTicket(ticketId: number, version: number): Promise<void> {
    try {
      await this.setStatus.execute({ ticketId, version, status: 'closed', actor: 'shop', role: 'admin' });
    } catch (error) {
      if (!(error instanceof ShopError && ['STALE', 'ILLEGAL_MOVE'].includes(error.code))) throw error;
    }
  }
}
