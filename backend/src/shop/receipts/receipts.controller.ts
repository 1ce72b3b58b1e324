import { Controller } from '@nestjs/common';
import {
  receiptCalls,
  type ReceiptAnswer,
  type ReceiptMailAnswer,
  type ReceiptMailRequest,
} from '@pax/contracts';
import type { Actor } from '../../platform/calls/access.js';
import { CurrentActor } from '../../platform/http/current-actor.js';
import { ShopError } from '../../platform/shop-error.js';
import { PathParam, ZodBody } from '../../platform/http/zod.pipe.js';
import { Call } from '../../platform/calls/call.js';
import { ReceiptAddress } from './mail/receipt-address.js';
import { ReceiptsQueries } from './receipts.queries.js';

@Controller()
export class ReceiptsController {
  constructor(
    private readonly receipts: ReceiptsQueries,
    private readonly address: ReceiptAddress,
  ) {}

  @Call(receiptCalls.receipt)
  readReceipt(
    @CurrentActor() { userId }: Actor,
    @PathParam(receiptCalls.receipt, 'ref') ref: string,
  ): Promise<ReceiptAnswer> {
    return this.receipts.readOwn(userId, ref);
  }

  @Call(receiptCalls.receiptMail)
  readMailAddress(@CurrentActor() { userId }: Actor): Promise<ReceiptMailAnswer> {
    return this.address.readAddress(userId);
  }

  /** Sets or removes the receipt address. Without a mail server an address can only be removed. */
  @Call(receiptCalls.setReceiptMail)
  async setMailAddress(
    @CurrentActor() { userId }: Actor,
    @ZodBody(receiptCalls.setReceiptMail.body) input: ReceiptMailRequest,
  ): Promise<ReceiptMailAnswer> {
    const { isOffered } = await this.address.readAddress(userId);
    if (!isOffered && input.email !== '')
      throw new ShopError('METHOD_DISABLED', 'This shop mails no receipts.');
    await this.address.setAddress(userId, input);
    return this.address.readAddress(userId);
  }
}
