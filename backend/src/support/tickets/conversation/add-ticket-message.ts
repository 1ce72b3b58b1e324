import { Inject, Injectable } from '@nestjs/common';
import { TICKET_MESSAGES_PER_HOUR, type TicketMessage, type TicketSide } from '@pax/contracts';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource, type EntityManager } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../../platform/clock.js';
import { idRow, sql } from '../../../platform/database/sql.js';
import { Transactions, type Tx } from '../../../platform/database/transaction.js';
import { rateLimitedError } from '../../../platform/limits/rate-limiter.js';
import { ShopError } from '../../../platform/shop-error.js';
import { SETTINGS, type Settings } from '../../../settings.js';
import type { StaffActor } from '../../../people/accounts/conflict-of-interest.js';
import { FormerIdentities } from '../../../people/accounts/former-identities.js';
import { writeAuditRow } from '../../../people/audit/audit.js';
import {
  assertNotOwnTicket,
  assertTicketOpen,
  lockTicket,
  saveTicket,
  ticketNotFoundError,
} from '../lock-ticket.js';
import { Ticket } from '../ticket.entity.js';
import { claimPictures, hasPictures } from '../ticket-pictures.js';
import { readTicketMessage } from './ticket-messages.queries.js';

/** Window of the limit of messages, ms. */
const HOUR_MS = 3_600_000;
const knownRow = idRow.extend({ text: z.string() });
const rankRow = z.object({ rank: z.coerce.number() });

export interface AddTicketMessageInput {
  readonly ticketId: number;
  /** The member of staff who writes; undefined when the sender writes. */
  readonly staff?: StaffActor | undefined;
  readonly text: string;
  readonly attachments?: readonly string[] | undefined;
  /** Key of the request, so that a repeated request writes one message only. */
  readonly requestKey?: string | undefined;
  /** True when the form may be sent again with other words; the second text is then refused. */
  readonly isEditable?: true;
}

/** Adds a message to a ticket that has not ended, which moves the ticket to the top and changes no status. */
@Injectable()
export class AddTicketMessage {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly transactions: Transactions,
    private readonly departed: FormerIdentities,
    private readonly clock: Clock,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Adds the message; who may write for the sender is the caller's to check.
   * @returns the message as its writer sees it
   * @throws ShopError NOT_FOUND, OWN_TICKET, ILLEGAL_MOVE for an ended ticket, RATE_LIMITED beyond a side's hourly
   * number, ATTACHMENT_GONE, CONFLICT for other words under a known request
   */
  execute(input: AddTicketMessageInput): Promise<TicketMessage> {
    const { ticketId, staff, requestKey } = input;
    return this.transactions.run(async (tx) => {
      const ticket = await lockTicket(tx, ticketId);
      const known = requestKey === undefined ? undefined : await findKnownMessage(tx, input);
      if (known !== undefined) return readTicketMessage(tx, known, staff !== undefined);
      if (staff) await assertNotOwnTicket(tx, this.departed, ticket, { ...staff, action: 'ticket.message' });
      assertTicketOpen(ticket);
      await this.assertWithinLimit(tx, ticketId, sideOf(input));
      const id = await this.storeMessage(tx, ticket, input);
      if (staff)
        await writeAuditRow(tx, {
          actor: staff.actor,
          action: 'ticket.message',
          subject: `ticket:${ticketId}`,
        });
      return readTicketMessage(tx, id, staff !== undefined);
    });
  }

  /** Tells whether a request has written its message already. */
  isKnown(requestKey: string | undefined): Promise<boolean> {
    if (requestKey === undefined) return Promise.resolve(false);
    return sql(this.database).exists('SELECT 1 FROM ticket_messages WHERE request_key = $1', [requestKey]);
  }

  /**
   * Checks without a lock that a side may add a message now.
   * @throws ShopError NOT_FOUND, ILLEGAL_MOVE for an ended ticket, RATE_LIMITED
   */
  async assertMayAdd(ticketId: number, side: TicketSide): Promise<void> {
    const { manager } = this.database;
    const ticket = await manager.findOneBy(Ticket, { id: ticketId });
    if (!ticket) throw ticketNotFoundError();
    assertTicketOpen(ticket);
    await this.assertWithinLimit(manager, ticketId, side);
  }

  /** Binds under the ticket's lock only, where messages at the same time cannot pass the limit together. */
  private async assertWithinLimit(tx: EntityManager, ticketId: number, side: TicketSide): Promise<void> {
    const most = Math.ceil(TICKET_MESSAGES_PER_HOUR * this.settings.rateLimitFactor);
    const oldest = await sql(tx).first(
      z.object({ at: z.date() }),
      `SELECT created_at AS at FROM ticket_messages WHERE ticket_id = $1 AND side = $2 AND created_at > $3
        ORDER BY created_at DESC OFFSET $4 LIMIT 1`,
      [ticketId, side, new Date(this.clock.now().getTime() - HOUR_MS), most - 1],
    );
    if (oldest) throw rateLimitedError(oldest.at.getTime() + HOUR_MS - this.clock.now().getTime());
  }

  private async storeMessage(tx: Tx, ticket: Ticket, input: AddTicketMessageInput): Promise<number> {
    const { staff, text, attachments = [], requestKey = null } = input;
    const at = this.clock.now();
    const side = sideOf(input);
    const stored = await sql(tx).first(
      idRow,
      `INSERT INTO ticket_messages (ticket_id, side, author, text, request_key, created_at)
       VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
      [ticket.id, side, staff?.actor ?? null, text, requestKey, at],
    );
    const rank = await sql(tx).first(rankRow, `SELECT nextval('ticket_recency') AS rank`);
    if (!stored || !rank) throw new Error('no message was made');
    await claimPictures(tx, { ticketId: ticket.id, messageId: stored.id, at }, attachments);
    Object.assign(ticket, {
      messages: ticket.messages + 1,
      lastMessageAt: at,
      lastMessageSide: side,
      recency: rank.rank,
    });
    await saveTicket(tx, ticket, 'ticket.messaged', { messageId: stored.id, side });
    return stored.id;
  }
}

const sideOf = ({ staff }: AddTicketMessageInput): TicketSide => (staff ? 'staff' : 'sender');

async function findKnownMessage(
  tx: Tx,
  { ticketId, text, attachments = [], requestKey, isEditable }: AddTicketMessageInput,
): Promise<number | undefined> {
  const known = await sql(tx).first(knownRow, `SELECT id, text FROM ticket_messages WHERE request_key = $1`, [
    requestKey,
  ]);
  if (!known) return undefined;
  if (!isEditable) return known.id;
  const isSame =
    known.text === text && (await hasPictures(tx, { ticketId, messageId: known.id }, attachments));
  if (!isSame) throw new ShopError('CONFLICT', 'This was sent before with other words. Please send it anew.');
  return known.id;
}
