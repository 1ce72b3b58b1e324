import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { Clock } from '../../../platform/clock.js';
import { sql } from '../../../platform/database/sql.js';
import { Periodic } from '../../../platform/jobs/periodic.js';
import { PaymentProviders } from '../payment-providers.js';
import { SendRefund, waitingRefund, type WaitingRefund } from './send-refund.js';

const EVERY_MS = 3_000;
/** SQL: a dispute of the payment of a refund `w` is open. */
const IS_DISPUTED = `EXISTS (SELECT FROM disputes d WHERE d.payment_id = w.payment_id AND d.state = 'open')`;

/**
 * Sends requested refunds until the provider accepts or refuses them. Any number may run. Where a provider counts refunds
 * as money that a dispute took, those of a disputed payment wait: its loss counts toward them, else they are sent.
 */
@Injectable()
export class RefundSender {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly providers: PaymentProviders,
    private readonly sendRefund: SendRefund,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends what is due now, one by one, so that what waits for its turn can be sent by another process. Each provider
   * alone: a silent one keeps no other's waiting.
   */
  @Periodic({ name: 'send-refunds', every: EVERY_MS, role: 'worker' })
  async sendDue(signal: AbortSignal = new AbortController().signal): Promise<void> {
    const dueAt = this.clock.now();
    const due = await sql(this.database).rows(
      z.object({ provider: z.string() }),
      `SELECT DISTINCT p.provider FROM refunds w JOIN payments p ON p.id = w.payment_id
        WHERE w.state = 'requested' AND w.next_try_at <= $1`,
      [dueAt],
    );
    await Promise.all(due.map(({ provider }) => this.sendDueOf(provider, dueAt, signal)));
  }

  private async sendDueOf(provider: string, dueAt: Date, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const waiting = await this.take(provider, dueAt);
      if (!waiting) return;
      await this.sendRefund.execute(waiting);
    }
  }

  /**
   * Takes one that is due and locks it for a time that doubles with its tries, up to nine minutes. The exponent is
   * capped, because an interval overflow would stop all refunds.
   */
  private async take(provider: string, dueAt: Date): Promise<WaitingRefund | undefined> {
    const by = this.providers.named(provider);
    // One without a call goes to staff, who hear that a dispute is open.
    const isHeld = by?.refund !== undefined && by.disputesIncludeRefunds === true;
    return sql(this.database).first(
      waitingRefund,
      `UPDATE refunds r SET attempts = r.attempts + 1,
              next_try_at = $1::timestamptz + interval '2 seconds' * power(2, least(r.attempts, 8))
         FROM payments p
        WHERE p.id = r.payment_id
          AND r.id IN (SELECT w.id FROM refunds w JOIN payments paid ON paid.id = w.payment_id
                        WHERE w.state = 'requested' AND w.next_try_at <= $2 AND paid.provider = $3
                          AND NOT ($4 AND ${IS_DISPUTED})
                        ORDER BY w.next_try_at, w.id LIMIT 1 FOR UPDATE OF w SKIP LOCKED)
        RETURNING r.id, r.amount_cents, r.attempts, r.next_try_at, r.provider_attempt, r.created_at, p.provider, p.provider_ref`,
      [this.clock.now(), dueAt, provider, isHeld],
    );
  }
}
