import { Injectable } from '@nestjs/common';
import { EntityNotFoundError } from 'typeorm';
import { ShopError } from '../../platform/shop-error.js';
import { Transactions } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { PaymentLifecycle } from '../checkout/session/payment-lifecycle.js';
import type {
  DisputeReport,
  PaymentSession,
  ProviderReport,
  RefundReport,
} from '../payments/payment-provider.js';
import { PaymentProviderRegistry } from '../payments/payment-provider-registry.js';
import { ApplyDispute } from '../disputes/apply-dispute.js';
import { LoseByRefund } from '../disputes/lose-by-refund.js';
import { RecordFraudWarning } from '../disputes/fraud-warnings.js';
import { isUnknownPaymentResult, unknownPaymentResult } from '../payments/payment.entity.js';
import { BookProviderRefund, type AfterBooking } from '../refunds/book-provider-refund.js';
import type { ProviderMessage } from './provider-messages.js';

/** Applies the content of a provider's stored message; a repeat changes nothing. */
@Injectable()
export class HandleMessage {
  constructor(
    private readonly providers: PaymentProviderRegistry,
    private readonly lifecycle: PaymentLifecycle,
    private readonly transactions: Transactions,
    private readonly bookRefund: BookProviderRefund,
    private readonly applyDispute: ApplyDispute,
    private readonly loseByRefund: LoseByRefund,
    private readonly recordWarning: RecordFraudWarning,
  ) {}

  /**
   * Applies a message.
   * @returns the result that is stored with it
   */
  async execute({ provider, payload }: ProviderMessage): Promise<string> {
    const reader = this.providers.findProviderByName(provider)?.messages;
    if (!reader) throw new Error(`no provider ${provider} reads messages`);
    const report = reader.readMessage(payload);
    if (report.about === 'nothing') return report.ignored;
    if (report.about === 'session') return this.applySession(report);
    if (report.about === 'approval') return this.syncCheckout(report.ref);
    if (report.about === 'alert') {
      await this.transactions.run((tx) => raiseAlert(tx, report.alert));
      return report.ignored;
    }
    if (report.about === 'dispute' || report.about === 'refund') return this.applyMoneyBack(provider, report);
    if (report.about === 'disputes') return this.applyDisputes(provider, report.disputes);
    return this.recordWarning.execute(provider, report);
  }

  private async applyMoneyBack(provider: string, report: DisputeReport | RefundReport): Promise<string> {
    const book = (afterBooking?: AfterBooking) =>
      report.about === 'dispute'
        ? this.applyDispute.execute(provider, report, afterBooking)
        : this.bookRefund.execute(provider, report, afterBooking);
    return this.providers.endsDisputesByHand(provider)
      ? this.loseByRefund.bookWithLoss({ provider, providerRef: report.paymentRef }, book)
      : book();
  }

  /**
   * Applies each part of a dispute.
   * @returns a result naming payments that are not recorded yet, so that the message is processed again when they
   * are
   */
  private async applyDisputes(provider: string, disputes: readonly DisputeReport[]): Promise<string> {
    const results: string[] = [];
    for (const dispute of disputes) results.push(await this.applyDispute.execute(provider, dispute));
    const unknown = disputes.filter((_, part) => isUnknownPaymentResult(results[part] ?? ''));
    if (unknown.length > 0) return unknownPaymentResult(...unknown.map(({ paymentRef }) => paymentRef));
    return results.find((result) => result !== 'applied') ?? 'applied';
  }

  private async applySession({
    ref,
    session,
  }: Extract<ProviderReport, { about: 'session' }>): Promise<string> {
    try {
      await this.lifecycle.applySession(ref, session);
      return 'applied';
    } catch (error) {
      if (!(error instanceof ShopError) || error.code !== 'NOT_FOUND') throw error;
      await this.alertOfUnknownMoney(ref, session);
      return 'unknown checkout';
    }
  }

  private async syncCheckout(ref: string): Promise<string> {
    try {
      await this.lifecycle.syncCheckout(ref, { expire: false });
      return 'applied';
    } catch (error) {
      if (error instanceof EntityNotFoundError) return 'unknown checkout';
      throw error;
    }
  }

  /**
   * Alerts staff about a payment for a checkout that is not in the database, as after a restored backup; staff have
   * to refund it.
   */
  private async alertOfUnknownMoney(ref: string, { id, payment }: PaymentSession): Promise<void> {
    if (!payment) return;
    const { amountCents, currency } = payment;
    const detail = `Session ${id} brought ${amountCents} ${currency} for checkout ${ref}, which does not exist. Refund it at the provider.`;
    await this.transactions.run((tx) =>
      raiseAlert(tx, { kind: 'stranded', title: 'Money without a checkout', detail }),
    );
  }
}
