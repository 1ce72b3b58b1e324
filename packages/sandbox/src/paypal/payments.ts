import { grossCents, type PaymentForm } from './payment-form.js';
import { paypalId } from './paypal-id.js';
import type { PaymentRecord, PaypalState } from './paypal-state.js';

/** A buyer whose name is not in ASCII, since such names are what goes wrong. */
const PAYER = {
  first_name: 'Jürgen',
  last_name: 'Müller-Öz',
  payer_id: 'SANDBOXBUYER1',
  payer_email: 'buyer@example.com',
  payer_status: 'verified',
  residence_country: 'DE',
};

/** What the payments need of the stand-in. */
export interface PaypalContext {
  readonly state: PaypalState;
  readonly now: () => number;
  /** Says that `state` was changed and has to be kept. */
  readonly changed: () => void;
  /** Records a notification and sends it. */
  readonly notify: (fields: Readonly<Record<string, string>>, url: string) => void;
}

const newCase = (): string => `PP-D-${Math.floor(Math.random() * 1e9)}`;
const caseFields = (id: string): Record<string, string> =>
  id === '' ? {} : { case_id: id, case_type: 'chargeback' };

/** A moment as the service writes it, such as `18:30:30 Jan 01, 2000 PST`. */
function pacificTime(ms: number): string {
  // Eight hours behind all year; the service names the zone of the moment.
  const [, day, month, year, time] = new Date(ms - 8 * 3_600_000).toUTCString().split(' ');
  return `${time} ${month} ${day}, ${year} PST`;
}

/** What buyers do on the page, and what happens to their money later. Each act sends what the service sends. */
export class PaypalPayments {
  constructor(private readonly context: PaypalContext) {}

  /** Payments, newest first. */
  all(): PaymentRecord[] {
    return Object.values(this.context.state.payments).toReversed();
  }

  /** The service takes one payment per invoice; one that was denied may be tried again. */
  isPaid({ invoice }: PaymentForm): boolean {
    return this.all().some(({ form, status }) => form.invoice === invoice && status !== 'Denied');
  }

  pay(form: PaymentForm, status: 'Completed' | 'Pending'): PaymentRecord {
    const payment: PaymentRecord = { id: paypalId(), form, at: this.context.now(), status, refundedCents: 0 };
    this.context.state.payments[payment.id] = payment;
    this.tell(payment, status === 'Pending' ? { pending_reason: 'echeck' } : {});
    return payment;
  }

  /** The bank's answer to a pending payment. */
  end(payment: PaymentRecord, status: 'Completed' | 'Denied'): void {
    payment.status = status;
    this.tell(payment);
  }

  /** Sends money back, all that is left unless an amount is given. @returns the refund's `txn_id` */
  refund(payment: PaymentRecord, cents = grossCents(payment.form) - payment.refundedCents): string {
    payment.refundedCents += cents;
    return this.tellOfMoney(payment, 'Refunded', -cents, { reason_code: 'refund' });
  }

  /**
   * The buyer's bank takes the money, or gives it back after a dispute. @param caseId what the message names; a case of
   * its own by default, and when the money is back the one it was taken for; none where it is empty
   * @param taken what the bank takes, all of the payment unless given; the same comes back
   */
  reverse(
    payment: PaymentRecord,
    status: 'Reversed' | 'Canceled_Reversal',
    caseId = status === 'Reversed' ? newCase() : (payment.caseId ?? ''),
    taken = grossCents(payment.form),
  ): string {
    payment.status = status === 'Reversed' ? 'Reversed' : 'Completed';
    if (status === 'Canceled_Reversal')
      return this.tellOfMoney(payment, status, payment.takenCents ?? taken, {
        reason_code: 'other',
        ...caseFields(caseId),
      });
    payment.caseId = caseId;
    payment.takenCents = taken;
    return this.tellOfMoney(payment, status, -taken, { reason_code: 'chargeback', ...caseFields(caseId) });
  }

  /** Of the payment itself. */
  private tell(payment: PaymentRecord, more: Readonly<Record<string, string>> = {}): void {
    const { id, form, status } = payment;
    const fields = { txn_type: 'web_accept', txn_id: id, payment_status: status, ...more };
    this.send(payment, grossCents(form), fields);
  }

  /** Of money that moved later, as a transaction of its own. */
  private tellOfMoney(
    payment: PaymentRecord,
    status: string,
    cents: number,
    more: Readonly<Record<string, string>>,
  ): string {
    const txn = paypalId();
    this.send(payment, cents, { txn_id: txn, parent_txn_id: payment.id, payment_status: status, ...more });
    return txn;
  }

  private send(payment: PaymentRecord, cents: number, fields: Readonly<Record<string, string>>): void {
    const { form, movedAt = 0 } = payment;
    // Dates have seconds, and no two movements of one payment the same.
    const at = Math.max(this.context.now(), movedAt + 1_000);
    payment.movedAt = at;
    const { business, item_name, item_number, invoice, custom = '', currency_code, notify_url } = form;
    const gross = (cents / 100).toFixed(2);
    this.context.notify(
      {
        mc_gross: gross,
        mc_currency: currency_code,
        ...fields,
        payment_type: 'instant',
        payment_date: pacificTime(at),
        ...PAYER,
        business,
        receiver_email: business,
        receiver_id: 'SANDBOXSHOP01',
        item_name,
        item_number,
        invoice,
        custom,
        quantity: '1',
        notify_version: '3.9',
        verify_sign: paypalId(),
        test_ipn: '1',
      },
      notify_url,
    );
    this.context.changed();
  }
}
