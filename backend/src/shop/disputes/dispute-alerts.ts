import { formatCentsAsDecimal, type Cents } from '@pax/contracts';
import { type Tx, Transactions } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import type { AccountStanding } from '../../people/rights/role-source.js';
import type { Dispute, Payment } from '../payments/payment.entity.js';
import type { DisputeReport } from '../payments/payment-provider.js';
import type { Contradiction } from './match-dispute.js';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { sql } from '../../platform/database/sql.js';
import { Periodic } from '../../platform/jobs/periodic.js';
import { SILENT_AFTER_MS } from './can-end-manually.js';

const TEXTS: Record<DisputeReport['state'], string> = {
  open: 'The buyer can not buy meanwhile. Answer it at the provider, deliver nothing of it, and make no refund of it by hand.',
  won: 'The payment stands again, and the buyer can buy.',
  lost: 'The bank has the money: it is booked as given back',
};

/** Alert text for a lost dispute whose money had all been refunded before. */
const UNBOOKED_TEXT = 'The bank has the money, and nothing is booked: all of it had gone back before';
/** Last part of the alert about a lost dispute, by the standing of the account that lost. */
const LOSER_TEXTS: Record<AccountStanding, (account: string) => string> = {
  customer: (account) => `, and ${account} is blocked.`,
  staff: (account) => `. ${account} is an admin's, an operator's or staff's, so it is not blocked.`,
  unknown: (account) =>
    `. Discord does not say whether ${account} is staff's: it can not buy, and is blocked when Discord says that it is a customer's.`,
};

/** Alert texts for a dispute of stranded money that was refunded, so that the shop may lose the money twice. */
const REFUNDED_TEXTS: Record<DisputeReport['state'], string> = {
  open: 'It is stranded money, which was refunded: tell the provider so. The buyer can not buy meanwhile.',
  won: 'It is stranded money, which was refunded. The buyer can buy.',
  lost: 'It was stranded money, which was refunded before, so that it went back twice',
};

/**
 * Alert texts for a dispute of stranded money whose refund is open, so that the shop loses nothing and no buyer is
 * suspended or blocked.
 */
const STRANDED_TEXTS: Record<DisputeReport['state'], string> = {
  open: 'It is stranded money, which is of no order: answer it at the provider, and make no refund of it by hand.',
  won: 'It is stranded money, whose refund goes on.',
  lost: 'It was stranded money: the bank gave it back, and a refund of it that waited is done.',
};

const TITLES: Record<DisputeReport['state'], string> = {
  open: 'Dispute opened',
  won: 'Dispute won',
  lost: 'Dispute lost',
};

/** The account that lost a dispute. */
export interface Loser {
  userId: number;
  standing: AccountStanding;
}

interface DisputeAlert extends Pick<DisputeReport, 'state' | 'amountCents'> {
  loser?: Loser | undefined;
  /** True if the shop may lose money, or lost it. */
  isCostly: boolean;
  /** True for a lost dispute whose money was booked. */
  isBooked: boolean;
}

/** Alerts staff that a dispute was opened, or how a dispute ended. */
export function alertOfDispute(
  tx: Tx,
  payment: Payment,
  disputeRef: string,
  { state, amountCents, loser, isCostly, isBooked }: DisputeAlert,
): void {
  const ofStranded = isCostly ? REFUNDED_TEXTS : STRANDED_TEXTS;
  const ofPurchase = state === 'lost' && !isBooked ? UNBOOKED_TEXT : TEXTS[state];
  const text = payment.state === 'stranded' ? ofStranded[state] : ofPurchase;
  const end = isCostly && loser ? LOSER_TEXTS[loser.standing](`account ${loser.userId}`) : '';
  const detail = `Dispute ${disputeRef} of ${describeAmount(payment, amountCents)}. ${text}${end}`;
  raiseAlert(tx, { kind: 'dispute', title: TITLES[state], detail });
}

const CONTRADICTION_TEXTS: Record<Contradiction, { title: string; text: string }> = {
  'came-back': {
    title: 'Money of a lost dispute is back',
    text: 'is back. The dispute was ended as lost here, so nothing was changed: what is booked of it stays given back, and a block of the account stays.',
  },
  'other-return': {
    title: 'Disputed money is back in part',
    text: "came back in another amount, so the dispute stays open: look at the payment at the provider, and end the dispute in the order's sheet.",
  },
  'lost-after-all': {
    title: 'A won dispute was lost',
    text: 'is with the bank. The dispute was ended as won here, so nothing was changed: undo its orders, and mark the refund as done under the name of the dispute.',
  },
  'other-amount': {
    title: 'A lost dispute has another amount',
    text: 'is booked as lost, and the provider now tells of another amount, so nothing was changed: compare both, and book the difference by hand.',
  },
  'taken-again': {
    title: 'Money taken again',
    text: 'was taken again, or more of the payment was taken, without an open dispute, so nothing was changed: look at the payment at the provider, and deliver nothing of it until it is back.',
  },
};

/** Alerts staff about a report that contradicts the recorded end of a dispute, so that they decide what to do. */
export function alertOfDisputeContradiction(
  tx: Tx,
  payment: Payment,
  {
    news,
    row: { providerRef, amountCents },
  }: { news: Contradiction; row: Pick<Dispute, 'providerRef' | 'amountCents'> },
): void {
  const { title, text } = CONTRADICTION_TEXTS[news];
  const detail = `The money of dispute ${providerRef}, ${describeAmount(payment, amountCents)}, ${text}`;
  raiseAlert(tx, { kind: 'dispute', title, detail });
}

/** Alerts staff about a dispute in another currency than its payment's; nothing was changed. */
export function alertOfOtherCurrency(
  tx: Tx,
  { provider, providerRef, currency: own }: Payment,
  { disputeRef, state, amountCents, currency }: DisputeReport,
): void {
  const told = describeAmount({ provider, providerRef, currency }, amountCents);
  const detail = `Dispute ${disputeRef} of ${told} is ${state}, and the payment is of ${own.toUpperCase()}. Nothing was changed: look at it at the provider.`;
  raiseAlert(tx, { kind: 'dispute', title: 'Dispute in another currency', detail });
}

type PaymentName = Pick<Payment, 'provider' | 'providerRef' | 'currency'>;

const describeAmount = ({ provider, providerRef, currency }: PaymentName, cents: Cents): string =>
  `${formatCentsAsDecimal(cents)} ${currency.toUpperCase()} on payment ${providerRef} (${provider})`;

const EVERY_MS = 3_600_000;
const FIRST_AFTER_MS = 14 * 60_000;

const row = z.object({
  ref: z.string(),
  cents: z.number(),
  payment: z.string(),
  checkout: z.string(),
  openedAt: z.date(),
});

/** Reminds staff every 30 days to record the end of a dispute that the provider has not reported. */
@Injectable()
export class RemindOfDisputes {
  constructor(
    private readonly transactions: Transactions,
    private readonly clock: Clock,
  ) {}

  @Periodic({ name: 'remind-of-disputes', every: EVERY_MS, firstAfter: FIRST_AFTER_MS, role: 'worker' })
  async remindDue(): Promise<void> {
    const now = this.clock.now();
    await this.transactions.run(async (tx) => {
      const due = await sql(tx).rows(
        row,
        `UPDATE disputes d SET reminded_at = $1 FROM payments p, checkouts c
          WHERE p.id = d.payment_id AND c.id = p.checkout_id AND d.state = 'open'
            AND coalesce(d.reminded_at, d.created_at) <= $2
          RETURNING d.provider_ref AS ref, d.amount_cents AS cents, p.provider_ref AS payment, c.ref AS checkout,
                    d.created_at AS "openedAt"`,
        [now, new Date(now.getTime() - SILENT_AFTER_MS)],
      );
      for (const { ref, cents, payment, checkout, openedAt } of due) {
        const detail = `Dispute ${ref} of $${formatCentsAsDecimal(cents)} on payment ${payment}, checkout ${checkout}, is open since ${openedAt.toISOString().slice(0, 10)}. Nobody told how it ended: look at the provider, and end it in the order's sheet.`;
        raiseAlert(tx, { kind: 'dispute', title: 'Dispute without an end', detail });
      }
    });
  }
}
