import { grossCents, type PaymentForm } from './payment-form.js';
import { paypalId, type PaymentRecord, type PaypalState } from './paypal-state.js';

/** A buyer with a non-ASCII name, since such names reveal encoding mistakes. */
const PAYER = {
  first_name: 'Jürgen',
  last_name: 'Müller-Öz',
  payer_id: 'SANDBOXBUYER1',
  payer_email: 'buyer@example.com',
  payer_status: 'verified',
  residence_country: 'DE',
};

/** State and services that the stand-in's payments share. */
export interface PaypalContext {
  readonly state: PaypalState;
  readonly now: () => number;
  /** Called after each change of `state`, which must then be saved. */
  readonly onChange: () => void;
  /** Records a notification, and sends it. */
  readonly notify: (fields: Readonly<Record<string, string>>, url: string) => void;
}

const newCaseId = (): string => `PP-D-${Math.floor(Math.random() * 1e9)}`;
const caseFields = (id: string): Record<string, string> =>
  id === '' ? {} : { case_id: id, case_type: 'chargeback' };

/** Formats a time as PayPal does, such as `18:30:30 Jan 01, 2000 PST`. */
function pacificTime(ms: number): string {
  // The stand-in always uses PST, eight hours behind UTC, while the real PayPal switches to daylight saving time.
  const [, day, month, year, time] = new Date(ms - 8 * 3_600_000).toUTCString().split(' ');
  return `${time} ${month} ${day}, ${year} PST`;
}

/**
 * Actions of buyers on the page, and later changes of their payments. Each action sends the same notifications as the
 * real PayPal.
 */
export class PaypalPayments {
  constructor(private readonly context: PaypalContext) {}

  /** Payments, newest first. */
  all(): PaymentRecord[] {
    return Object.values(this.context.state.payments).toReversed();
  }

  /**
   * True when the invoice of the form is paid, since PayPal accepts one payment per invoice; a denied payment may be
   * repeated.
   */
  isPaid({ invoice }: PaymentForm): boolean {
    return this.all().some(({ form, status }) => form.invoice === invoice && status !== 'Denied');
  }

  pay(form: PaymentForm, status: 'Completed' | 'Pending'): PaymentRecord {
    const payment: PaymentRecord = { id: paypalId(), form, at: this.context.now(), status, refundedCents: 0 };
    this.context.state.payments[payment.id] = payment;
    this.notifyPayment(payment, status === 'Pending' ? { pending_reason: 'echeck' } : {});
    return payment;
  }

  /** Applies the bank's answer to a pending payment. */
  resolvePending(payment: PaymentRecord, status: 'Completed' | 'Denied'): void {
    payment.status = status;
    this.notifyPayment(payment);
  }

  /** Sends money back, default all that is left. @returns the refund's `txn_id` */
  refund(payment: PaymentRecord, cents = grossCents(payment.form) - payment.refundedCents): string {
    payment.refundedCents += cents;
    return this.notifyMovement(payment, 'Refunded', -cents, { reason_code: 'refund' });
  }

  /**
   * The buyer's bank takes the money back, or returns it after a dispute.
   * @param caseId case id in the message, default a new one, or the reversal's when money comes back; empty for none
   * @param taken amount, default the whole payment; the same amount comes back
   */
  reverse(
    payment: PaymentRecord,
    status: 'Reversed' | 'Canceled_Reversal',
    caseId = status === 'Reversed' ? newCaseId() : (payment.caseId ?? ''),
    taken = grossCents(payment.form),
  ): string {
    payment.status = status === 'Reversed' ? 'Reversed' : 'Completed';
    if (status === 'Canceled_Reversal')
      return this.notifyMovement(payment, status, payment.takenCents ?? taken, {
        reason_code: 'other',
        ...caseFields(caseId),
      });
    payment.caseId = caseId;
    payment.takenCents = taken;
    return this.notifyMovement(payment, status, -taken, { reason_code: 'chargeback', ...caseFields(caseId) });
  }

  /** Sends a notification about the payment itself. */
  private notifyPayment(payment: PaymentRecord, more: Readonly<Record<string, string>> = {}): void {
    const { id, form, status } = payment;
    const fields = { txn_type: 'web_accept', txn_id: id, payment_status: status, ...more };
    this.sendNotification(payment, grossCents(form), fields);
  }

  /** Sends a notification about a later movement of money, as a separate transaction. */
  private notifyMovement(
    payment: PaymentRecord,
    status: string,
    cents: number,
    more: Readonly<Record<string, string>>,
  ): string {
    const txn = paypalId();
    this.sendNotification(payment, cents, {
      txn_id: txn,
      parent_txn_id: payment.id,
      payment_status: status,
      ...more,
    });
    return txn;
  }

  private sendNotification(
    payment: PaymentRecord,
    cents: number,
    fields: Readonly<Record<string, string>>,
  ): void {
    const { form, movedAt = 0 } = payment;
    // Times are made different, since dates are exact to a second and two movements of a payment must differ.
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
    this.context.onChange();
  }
}
