import { Controller } from '@nestjs/common';
import { orderContextCalls, type OrderBuyer, type OrderTimelineEntry } from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { Call } from '../../platform/calls/call.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { PathParam } from '../../platform/http/zod.pipe.js';
import { OrderBuyerQueries } from './order-buyer.queries.js';
import { OrderTimelineQueries } from './order-timeline.queries.js';

/** Calls about an order's buyer and history, for its sheet in the panel. */
@Controller()
export class OrderContextController {
  constructor(
    private readonly buyers: OrderBuyerQueries,
    private readonly timelines: OrderTimelineQueries,
  ) {}

  @Call(orderContextCalls.orderBuyer)
  readBuyer(
    @CurrentActor() actor: Actor,
    @PathParam(orderContextCalls.orderBuyer, 'id') id: number,
  ): Promise<OrderBuyer> {
    return this.buyers.readBuyer(id, actor);
  }

  @Call(orderContextCalls.orderTimeline)
  readTimeline(
    @CurrentActor() actor: Actor,
    @PathParam(orderContextCalls.orderTimeline, 'id') id: number,
  ): Promise<OrderTimelineEntry[]> {
    return this.timelines.readTimeline(id, actor);
  }
}
