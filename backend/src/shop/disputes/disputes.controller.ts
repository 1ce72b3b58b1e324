import { Controller } from '@nestjs/common';
import { refundCalls, type DisputeEndRequest, type OrderDispute, type OrderDisputes } from '@pax/contracts';
import { actorName, type Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { PathParam, ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { DisputesQueries } from './disputes.queries.js';
import { EndDispute } from './end-dispute.js';

@Controller()
export class DisputesController {
  constructor(
    private readonly queries: DisputesQueries,
    private readonly endDispute: EndDispute,
  ) {}

  @Call(refundCalls.orderDisputes)
  listDisputesOfOrder(@PathParam(refundCalls.orderDisputes, 'id') orderId: number): Promise<OrderDisputes> {
    return this.queries.listOfOrder(orderId);
  }

  @Call(refundCalls.endDispute)
  recordDisputeEnd(
    @CurrentActor() actor: Actor,
    @PathParam(refundCalls.endDispute, 'id') disputeId: number,
    @ZodBody(refundCalls.endDispute.body) input: DisputeEndRequest,
  ): Promise<OrderDispute> {
    return this.endDispute.execute({ ...input, disputeId, actor: actorName(actor), role: actor.role });
  }
}
