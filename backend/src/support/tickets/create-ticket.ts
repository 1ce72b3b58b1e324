import { Injectable } from '@nestjs/common';
import { TIER_TABLE, type CreateTicketAnswer, type CreateTicketRequest } from '@pax/contracts';
import type { EntityManager } from 'typeorm';
import type { Actor } from '../../platform/calls/access.js';
import { Clock } from '../../platform/clock.js';
import { ShopError } from '../../platform/shop-error.js';
import { randomRef, sha256 } from '../../platform/secrets.js';
import { sql } from '../../platform/database/sql.js';
import { Transactions, type Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { findOrderOwners } from '../../shop/orders/find-orders.js';
import { listNamedOrders } from './named-orders.js';
import { Ticket } from './ticket.entity.js';
import { claimPictures, hasPictures } from './ticket-pictures.js';

/** A request for a new ticket, which may be repeated when its answer was lost. */
export interface TicketRequest {
  key: string;
  /** Secret of the ticket, which each attempt derives as the same, so that it is neither stored nor lost. */
  token: string;
  /** True when the form may be sent again with other words; the second text is then refused. */
  isEditable?: true;
}

/** The content of a new ticket, without the id of its request. */
export type TicketInput = Omit<CreateTicketRequest, 'requestId'>;

/** Creates a ticket for a visitor, a customer or a blocked account. */
@Injectable()
export class CreateTicket {
  constructor(
    private readonly transactions: Transactions,
    private readonly accounts: AccountsQueries,
    private readonly clock: Clock,
  ) {}

  /**
   * @param request identifies the request, which is stored once
   * @returns the ticket's id, with a secret token for senders without an account page
   * @throws ShopError ATTACHMENT_GONE, HIDDEN_FIELD_FILLED for visitors, NOT_FOUND for another's order, CONFLICT for other words under a known
   * request
   */
  execute(
    { website, attachments = [], orderId, ...typed }: TicketInput,
    actor?: Pick<Actor, 'userId' | 'blocked'>,
    request?: TicketRequest,
  ): Promise<CreateTicketAnswer> {
    const input = orderId === undefined ? typed : { ...typed, subject: nameOrder(typed.subject, orderId) };
    return this.transactions.run(async (tx) => {
      if (request) {
        // Takes a lock that waits for an identical request in progress.
        await sql(tx).run(`SELECT pg_advisory_xact_lock(hashtextextended($1, 49))`, [request.key]);
        const known = await this.findEarlierAnswer(tx, request);
        if (known && request.isEditable) await assertSameContent(tx, known.id, input, attachments);
        if (known) return known;
      }
      if (website && !actor)
        throw new ShopError('HIDDEN_FIELD_FILLED', 'A field that nobody sees was filled. Please empty it.');
      if (orderId !== undefined) await assertOwnOrder(tx, orderId, actor?.userId);
      return this.createIn(tx, { ...input, attachments }, actor, request);
    });
  }

  /**
   * Creates a ticket in a transaction that checked what `execute` checks.
   * @param input the content, with the answered ticket that this one follows, if any
   * @throws ShopError ATTACHMENT_GONE
   */
  async createIn(
    tx: Tx,
    {
      attachments = [],
      ...input
    }: Omit<TicketInput, 'website' | 'orderId'> & { readonly followsId?: number },
    actor?: Pick<Actor, 'userId' | 'blocked'>,
    request?: TicketRequest,
  ): Promise<CreateTicketAnswer> {
    const token = actor && !actor.blocked ? null : (request?.token ?? randomRef());
    const sender = actor ? await this.accounts.findById(actor.userId, tx) : null;
    const ticket = await tx.save(
      Object.assign(new Ticket(), {
        ...input,
        userId: sender?.id ?? null,
        tier: sender?.tier ?? null,
        prioritySupport: sender !== null && TIER_TABLE[sender.tier].benefits.prioritySupport,
        tokenHash: token === null ? null : sha256(token),
        requestKey: request?.key ?? null,
        version: 1,
        createdAt: this.clock.now(),
      }),
    );
    const { id } = ticket;
    await claimPictures(tx, { ticketId: id, at: ticket.createdAt }, attachments);
    appendEvent(tx, { type: 'ticket.opened', aggregate: 'ticket', aggregateId: String(id), version: 1 });
    return { id, token };
  }

  /** Finds the answer to an earlier identical request. */
  async findEarlierAnswer(
    manager: EntityManager,
    { key, token }: TicketRequest,
  ): Promise<CreateTicketAnswer | undefined> {
    const ticket = await manager.findOneBy(Ticket, { requestKey: key });
    return ticket ? { id: ticket.id, token: ticket.tokenHash === sha256(token) ? token : null } : undefined;
  }
}

/** Puts an order's number before the subject, unless the subject names it already. */
const nameOrder = (subject: string, orderId: number): string =>
  listNamedOrders(subject).includes(orderId) ? subject : `#${orderId} · ${subject}`;

async function assertOwnOrder(tx: Tx, orderId: number, userId: number | undefined): Promise<void> {
  const ownerId = (await findOrderOwners(tx, [orderId])).get(orderId);
  if (ownerId === undefined || ownerId !== userId)
    throw new ShopError('NOT_FOUND', 'There is no such order.');
}

async function assertSameContent(
  tx: Tx,
  id: number,
  { name, email, subject, message, priority }: TicketInput,
  attachments: readonly string[],
): Promise<void> {
  const isSame =
    (await tx.existsBy(Ticket, { id, name, email, subject, message, priority })) &&
    (await hasPictures(tx, { ticketId: id }, attachments));
  if (!isSame) throw new ShopError('CONFLICT', 'This was sent before with other words. Please send it anew.');
}
