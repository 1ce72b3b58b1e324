import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { formatCentsAsDecimal, type Cents, type CheckoutAnswer, type ReceiptAnswer } from '@pax/contracts';
import { DataSource } from 'typeorm';
import { ShopError } from '../../platform/shop-error.js';
import { readEntities } from '../../platform/database/read-entities.js';
import { SETTINGS, type Settings } from '../../settings.js';
import { CheckoutQueries } from '../checkout/checkout.queries.js';
import { Order } from '../orders/order.entity.js';
import { refundedSoFar } from '../orders/refund-share.js';
import { RefundsQueries } from '../refunds/refunds.queries.js';

/** Reads receipts for buyers. */
@Injectable()
export class ReceiptsQueries {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly checkouts: CheckoutQueries,
    private readonly refunds: RefundsQueries,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Reads the receipt of a checkout.
   * @throws ShopError NOT_FOUND for a checkout that is unknown, unpaid or of another account
   */
  async readOwn(userId: number, ref: string): Promise<ReceiptAnswer> {
    const checkout = await this.checkouts.readOwn(userId, ref);
    if (checkout.paidAt === null) throw new ShopError('NOT_FOUND', 'There is nothing here.');
    return this.toReceipt(checkout, checkout.paidAt);
  }

  private async toReceipt(checkout: CheckoutAnswer, paidAt: string): Promise<ReceiptAnswer> {
    const { orders: ids, createdAt: placedAt } = checkout;
    const { checkout: ref, state, method, inGameName, discordName, quote, total, points } = checkout;
    const orders = await readEntities(this.database.manager, Order, 'WHERE id = ANY($1)', [ids]);
    const backs = orders.map(refundedSoFar);
    const purchase = {
      checkout: ref,
      state,
      method,
      inGameName,
      discordName,
      quote,
      total,
      points,
      orders: ids,
    };
    return {
      ...purchase,
      seller: this.settings.seller,
      placedAt,
      paidAt,
      refunds: await this.refunds.listForBuyer(ids),
      storeCreditBack: formatCentsAsDecimal(sumCents(backs.map(({ storeCredit }) => storeCredit))),
      referralBonusBack: formatCentsAsDecimal(sumCents(backs.map(({ bonus }) => bonus))),
    };
  }
}

const sumCents = (cents: readonly Cents[]): Cents => cents.reduce((all, one) => all + one, 0);
