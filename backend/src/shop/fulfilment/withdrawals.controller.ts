import { Controller } from '@nestjs/common';
import { checkoutCalls, type CheckoutAnswer } from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { PathParam } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { CheckoutQueries } from '../checkout/checkout.queries.js';
import { WithdrawPurchase } from './withdraw-purchase.js';

/** The buyer's call that withdraws a purchase. */
@Controller()
export class WithdrawalsController {
  constructor(
    private readonly queries: CheckoutQueries,
    private readonly withdrawPurchase: WithdrawPurchase,
  ) {}

  @Call(checkoutCalls.withdrawCheckout)
  async withdraw(
    @CurrentActor() { userId }: Actor,
    @PathParam(checkoutCalls.withdrawCheckout, 'ref') ref: string,
  ): Promise<CheckoutAnswer> {
    await this.queries.readOwn(userId, ref);
    await this.withdrawPurchase.execute(ref);
    return this.queries.readOwn(userId, ref);
  }
}
