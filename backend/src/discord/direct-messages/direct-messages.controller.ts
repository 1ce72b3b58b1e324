import { Controller } from '@nestjs/common';
import { directMessageCalls, type CallAnswer, type CallBody, type DirectMessage } from '@pax/contracts';
import { PathParam, ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { OrdersFromDiscord } from '../staff/orders-from-discord.js';
import { ClaimDirectMessage } from './claim-direct-message.js';
import { ReportDirectMessage } from './report-direct-message.js';

/** Calls by which the bot sends direct messages, and by which buyers answer them. */
@Controller()
export class DirectMessagesController {
  constructor(
    private readonly claimDirectMessage: ClaimDirectMessage,
    private readonly reportDirectMessage: ReportDirectMessage,
    private readonly orders: OrdersFromDiscord,
  ) {}

  @Call(directMessageCalls.claimDirect)
  async claimMessage(
    @ZodBody(directMessageCalls.claimDirect.body) { fence }: CallBody<typeof directMessageCalls.claimDirect>,
  ): Promise<{ message: DirectMessage | null }> {
    return { message: await this.claimDirectMessage.execute(fence) };
  }

  @Call(directMessageCalls.registerDirect)
  registerMessage(
    @PathParam(directMessageCalls.registerDirect, 'id') id: number,
    @ZodBody(directMessageCalls.registerDirect.body) body: CallBody<typeof directMessageCalls.registerDirect>,
  ): Promise<void> {
    return this.reportDirectMessage.registerMessage(id, body);
  }

  @Call(directMessageCalls.reportDirect)
  reportMessage(
    @PathParam(directMessageCalls.reportDirect, 'id') id: number,
    @ZodBody(directMessageCalls.reportDirect.body) {
      fence,
      outcome,
    }: CallBody<typeof directMessageCalls.reportDirect>,
  ): Promise<void> {
    return this.reportDirectMessage.reportOutcome(id, fence, outcome);
  }

  /** Handles the button "received" that buyers see below the message "completed". */
  @Call(directMessageCalls.receivedOrder)
  async confirmReceipt(
    @PathParam(directMessageCalls.receivedOrder, 'id') id: number,
    @ZodBody(directMessageCalls.receivedOrder.body) {
      discordId,
      madeAt,
    }: CallBody<typeof directMessageCalls.receivedOrder>,
  ): Promise<CallAnswer<typeof directMessageCalls.receivedOrder>> {
    return { id, receivedAt: (await this.orders.confirmReceipt({ id, madeAt }, discordId)).toISOString() };
  }
}
