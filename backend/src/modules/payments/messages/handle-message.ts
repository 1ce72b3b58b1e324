import { Injectable } from '@nestjs/common';
import { toDecimal } from '@pax/contracts';
import { Clock } from '../../../common/clock.js';
import { ShopError } from '../../../common/problem.js';
import { Transactions, type Tx } from '../../../infra/database/transaction.js';
import { raiseAlert } from '../../../infra/outbox/alert.js';
import { PaymentLifecycle } from '../lifecycle/payment-lifecycle.js';
import type { PaymentSession, ProviderReport } from '../payment-provider.js';
import { PaymentProviders } from '../payment-providers.js';
import { bounceRefund } from '../refunds/bounce-refund.js';
import { confirmRefund } from '../refunds/confirm-refund.js';
import type { ProviderMessage } from './provider-messages.js';

/** Applies what a stored message says; idempotent. */
@Injectable()
export class HandleMessage {
  constructor(
    private readonly providers: PaymentProviders,
    private readonly lifecycle: PaymentLifecycle,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  /** @returns the result that is stored with the message */
  async execute({ provider, payload }: ProviderMessage): Promise<string> {
    const reader = this.providers.named(provider)?.messages;
    if (!reader) throw new Error(`no provider ${provider} reads messages`);
    const report = reader.read(payload);
    if (report.about === 'nothing') return report.ignored;
    if (report.about === 'session') return this.applySession(report);
    if (report.about === 'alert') {
      await this.transactions.run((tx) => raiseAlert(tx, report.alert));
      return report.ignored;
    }
    return this.transactions.run((tx) => this.applyRefund(tx, provider, report));
  }

  private async applyRefund(
    tx: Tx,
    provider: string,
    report: Extract<ProviderReport, { about: 'refund' | 'bounced-refund' }>,
  ): Promise<string> {
    if (report.about === 'bounced-refund')
      return (await bounceRefund(tx, provider, report)) ? 'applied' : 'not ours';
    if (await confirmRefund(tx, provider, report, this.clock.now())) return 'applied';
    const { refundRef, paymentRef, amountCents } = report;
    const detail = `Refund ${refundRef} of ${toDecimal(amountCents)} for payment ${paymentRef} (${provider}) was made outside the shop, which has booked nothing.`;
    raiseAlert(tx, { kind: 'failure', title: 'Refund outside the shop', detail });
    return 'unknown refund';
  }

  private async applySession({
    ref,
    session,
  }: Extract<ProviderReport, { about: 'session' }>): Promise<string> {
    try {
      await this.lifecycle.apply(ref, session);
      return 'applied';
    } catch (error) {
      if (!(error instanceof ShopError) || error.code !== 'NOT_FOUND') throw error;
      await this.alertOfUnknownMoney(ref, session);
      return 'unknown checkout';
    }
  }

  /** Money of a checkout without a row, as after a restore from a backup: staff have to refund it. */
  private async alertOfUnknownMoney(ref: string, { id, payment }: PaymentSession): Promise<void> {
    if (!payment) return;
    const { amountCents, currency } = payment;
    const detail = `Session ${id} brought ${amountCents} ${currency} for checkout ${ref}, which does not exist. Refund it at the provider.`;
    await this.transactions.run((tx) =>
      raiseAlert(tx, { kind: 'stranded', title: 'Money without a checkout', detail }),
    );
  }
}
