import { Controller, Res } from '@nestjs/common';
import { accountCalls, catalogCalls, holdsRight, type LedgerEntry, type ListQuery } from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { sendPage } from '../../platform/lists/send-page.js';
import { PathParam, ZodQuery } from '../../platform/http/zod.pipe.js';
import { ShopError } from '../../platform/shop-error.js';
import { Call } from '../../platform/calls/call.js';
import { AccountsQueries } from '../../people/accounts/accounts.queries.js';
import { LedgerHistoryQueries, type LedgerReader } from './ledger-history.queries.js';

@Controller()
export class LedgerHistoryController {
  constructor(
    private readonly history: LedgerHistoryQueries,
    private readonly accounts: AccountsQueries,
  ) {}

  @Call(accountCalls.ledger)
  async listOwnEntries(
    @CurrentActor() { userId }: Actor,
    @ZodQuery(accountCalls.ledger.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LedgerEntry[]> {
    return sendPage(
      reply,
      accountCalls.ledger,
      query,
      await this.history.listForUser(userId, query, 'owner'),
    );
  }

  @Call(accountCalls.userLedger)
  async listEntriesOfUser(
    @CurrentActor() actor: Actor,
    @PathParam(accountCalls.userLedger, 'id') id: number,
    @ZodQuery(accountCalls.userLedger.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LedgerEntry[]> {
    if (!(await this.accounts.findById(id))) throw new ShopError('NOT_FOUND', 'There is no such account.');
    const page = await this.history.listForUser(id, query, chooseLedgerReader(actor));
    return sendPage(reply, accountCalls.userLedger, query, page, { id });
  }

  /** Finds deleted products too, because the bookings of their sales remain. */
  @Call(catalogCalls.productLedger)
  async listEntriesOfProduct(
    @CurrentActor() actor: Actor,
    @PathParam(catalogCalls.productLedger, 'id') id: number,
    @ZodQuery(catalogCalls.productLedger.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LedgerEntry[]> {
    return sendPage(
      reply,
      catalogCalls.productLedger,
      query,
      await this.history.listForProduct(id, query, chooseLedgerReader(actor)),
      {
        id,
      },
    );
  }

  @Call(catalogCalls.poolLedger)
  async listEntriesOfPool(
    @CurrentActor() actor: Actor,
    @ZodQuery(catalogCalls.poolLedger.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<LedgerEntry[]> {
    return sendPage(
      reply,
      catalogCalls.poolLedger,
      query,
      await this.history.listForPool(query, chooseLedgerReader(actor)),
    );
  }
}

const chooseLedgerReader = (actor: Actor): LedgerReader =>
  holdsRight(actor, 'orders') ? 'staff' : 'without-orders';
