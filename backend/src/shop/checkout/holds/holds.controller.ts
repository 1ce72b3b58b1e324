import { Controller, HttpCode, Res } from '@nestjs/common';
import {
  ADMIN_HOLD_MONEY,
  holdCalls,
  holdsRight,
  redactMoney,
  type AdminHold,
  type ListQuery,
} from '@pax/contracts';
import type { FastifyReply } from 'fastify';
import { actorName, type Actor } from '../../../platform/calls/access.js';
import { CurrentActor } from '../../../platform/http/current-actor.js';
import { sendPage } from '../../../platform/lists/send-page.js';
import { PathParam, ZodQuery } from '../../../platform/http/zod.pipe.js';
import { Call } from '../../../platform/calls/call.js';
import { HoldsQueries } from './holds.queries.js';
import { ReleaseByStaff } from './release-by-staff.js';

/** Calls of the admin panel for goods that unfinished checkouts hold. */
@Controller()
export class HoldsController {
  constructor(
    private readonly queries: HoldsQueries,
    private readonly releaseByStaff: ReleaseByStaff,
  ) {}

  @Call(holdCalls.holds)
  async listHolds(
    @CurrentActor() actor: Actor,
    @ZodQuery(holdCalls.holds.query) query: ListQuery,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AdminHold[]> {
    const { items, ...page } = await this.queries.readPage(query);
    const shown = items.map((hold) => hideMoneyFrom(actor, hold));
    return sendPage(reply, holdCalls.holds, query, { ...page, items: shown });
  }

  @Call(holdCalls.releaseHold)
  @HttpCode(200)
  async releaseOneHold(
    @CurrentActor() actor: Actor,
    @PathParam(holdCalls.releaseHold, 'ref') ref: string,
  ): Promise<AdminHold> {
    await this.releaseByStaff.execute({ ref, actor: actorName(actor), role: actor.role });
    return hideMoneyFrom(actor, await this.queries.findHold(ref));
  }
}

const hideMoneyFrom = (actor: Actor, hold: AdminHold): AdminHold =>
  holdsRight(actor, 'money') ? hold : redactMoney(hold, ADMIN_HOLD_MONEY);
