import { Controller } from '@nestjs/common';
import { directCalls, type CallAnswer, type CallBody, type DirectMessage } from '@pax/contracts';
import { PathParam, ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { OrdersFromDiscord } from '../staff/orders-from-discord.js';
import { ClaimDirect } from './claim-direct.js';
import { ReportDirect } from './report-direct.js';

/** Calls by which the bot sends direct messages, and by which buyers answer them. */
@Controller()
export class DirectController {
  constructor(
    private readonly claimDirect: ClaimDirect,
    private readonly reportDirect: ReportDirect,
    private readonly orders: OrdersFromDiscord,
  ) {}

  @Call(directCalls.claimDirect)
  async claim(
    @ZodBody(directCalls.claimDirect.body) { fence }: CallBody<typeof directCalls.claimDirect>,
  ): Promise<{ message: DirectMessage | null }> {
    return { message: await this.claimDirect.execute(fence) };
  }

  @Call(directCalls.registerDirect)
  register(
    @PathParam(directCalls.registerDirect, 'id') id: number,
    @ZodBody(directCalls.registerDirect.body) body: CallBody<typeof directCalls.registerDirect>,
  ): Promise<void> {
    return this.reportDirect.register(id, body);
  }

  @Call(directCalls.reportDirect)
  report(
    @PathParam(directCalls.reportDirect, 'id') id: number,
    @ZodBody(directCalls.reportDirect.body) { fence, outcome }: CallBody<typeof directCalls.reportDirect>,
  ): Promise<void> {
    return this.reportDirect.report(id, fence, outcome);
  }

  /** The buyer's button below "completed". */
  @Call(directCalls.receivedOrder)
  async received(
    @PathParam(directCalls.receivedOrder, 'id') id: number,
    @ZodBody(directCalls.receivedOrder.body) {
      discordId,
      madeAt,
    }: CallBody<typeof directCalls.receivedOrder>,
  ): Promise<CallAnswer<typeof directCalls.receivedOrder>> {
    return { id, receivedAt: (await this.orders.confirmReceipt({ id, madeAt }, discordId)).toISOString() };
  }
}
