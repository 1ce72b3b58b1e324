import { Controller } from '@nestjs/common';
import { checkoutCalls, type ReceiptAnswer } from '@pax/contracts';
import type { Actor } from '../../common/access.js';
import { CurrentActor } from '../../common/http/current-actor.js';
import { PathParam } from '../../common/http/zod.pipe.js';
import { Call } from '../../infra/calls/call.js';
import { ReceiptsQueries } from './receipts.queries.js';

@Controller()
export class ReceiptsController {
  constructor(private readonly receipts: ReceiptsQueries) {}

  @Call(checkoutCalls.receipt)
  receipt(
    @CurrentActor() { userId }: Actor,
    @PathParam(checkoutCalls.receipt, 'ref') ref: string,
  ): Promise<ReceiptAnswer> {
    return this.receipts.own(userId, ref);
  }
}
