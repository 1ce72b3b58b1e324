import type { Stripe } from 'stripe';
import { newId } from '../server/stand-in.js';
import { formatDollarAmount, type StripeContext, ownEntry } from './stripe-state.js';
import { Parameters } from './parameters.js';
import { invalidRequest, notFound, StripeError } from './stripe-errors.js';

const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

/** Refunds of charges: each is a separate object, and together they never exceed the charge. */
export class Refunds {
  constructor(private readonly context: StripeContext) {}

  /** Refunds a charge, fully or by an `amount` in cents; 400 for more than is left. */
  create(parameters: Parameters): Stripe.Refund {
    const charge = this.findCharge(parameters);
    const amount = parameters.integer('amount', { min: 1 });
    const reason = parameters.oneOf('reason', REASONS) ?? null;
    const metadata = parameters.metadata();
    parameters.refuseUnread();
    if (this.isChargedBack(charge))
      throw invalidRequest(
        `Charge ${charge.id} has been charged back; cannot issue a refund.`,
        'charge_disputed',
      );
    const left = charge.amount_captured - charge.amount_refunded;
    if (left === 0)
      throw invalidRequest(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
    const taken = amount ?? left;
    if (taken > left) {
      throw invalidRequest(
        `Refund amount (${formatDollarAmount(taken)}) is greater than unrefunded amount on charge (${formatDollarAmount(left)})`,
        undefined,
        'amount',
      );
    }
    return this.refund(charge, { amount: taken, reason, metadata });
  }

  /** Refunds from the seller's dashboard: default all that is left, and without metadata. */
  createFromDashboard(paymentIntent: string, amount?: number): Stripe.Refund {
    const form = { payment_intent: paymentIntent, ...(amount !== undefined && { amount: String(amount) }) };
    return this.create(new Parameters(form));
  }

  /** The buyer's bank returns the money of a refund, days later. */
  bounce(id: string): Stripe.Refund {
    const refund = this.get(id);
    if (refund.status !== 'succeeded') throw new StripeError(409, `Refund ${id} is ${refund.status}.`);
    const charge =
      typeof refund.charge === 'string' ? ownEntry(this.context.state.charges, refund.charge) : undefined;
    refund.status = 'failed';
    refund.failure_reason = 'lost_or_stolen_card';
    if (charge) {
      charge.amount_refunded -= refund.amount;
      charge.refunded = false;
    }
    this.context.emit('refund.updated', refund);
    this.context.emit('refund.failed', refund);
    return refund;
  }

  /** Returns a refund by its id; 404 when there is none. */
  get(id: string): Stripe.Refund {
    const refund = ownEntry(this.context.state.refunds, id);
    if (refund === undefined) throw notFound('refund', id, 'id');
    return refund;
  }

  /** Lists refunds, newest first; only those of a payment intent or charge that the parameters name. */
  all(parameters: Parameters): Stripe.Refund[] {
    const intent = parameters.text('payment_intent');
    const charge = parameters.text('charge');
    return Object.values(this.context.state.refunds)
      .toReversed()
      .filter((one) => intent === undefined || one.payment_intent === intent)
      .filter((one) => charge === undefined || one.charge === charge);
  }

  private isChargedBack({ id }: Stripe.Charge): boolean {
    const { disputes } = this.context.state;
    return Object.values(disputes).some(({ charge, status }) => charge === id && status !== 'won');
  }

  private findCharge(parameters: Parameters): Stripe.Charge {
    const { charges, paymentIntents } = this.context.state;
    const intentId = parameters.text('payment_intent');
    const chargeId = parameters.text('charge');
    if (intentId !== undefined) {
      const intent = ownEntry(paymentIntents, intentId);
      if (intent === undefined) throw notFound('payment_intent', intentId, 'payment_intent');
      const charge =
        typeof intent.latest_charge === 'string' ? ownEntry(charges, intent.latest_charge) : undefined;
      if (charge?.status === 'succeeded') return charge;
      throw invalidRequest(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`);
    }
    if (chargeId === undefined) throw parameters.createMissingError('charge');
    const charge = ownEntry(charges, chargeId);
    if (charge === undefined) throw notFound('charge', chargeId, 'charge');
    if (charge.status !== 'succeeded')
      throw invalidRequest(`Charge ${chargeId} was not successful and cannot be refunded.`);
    return charge;
  }

  private refund(
    charge: Stripe.Charge,
    order: Pick<Stripe.Refund, 'amount' | 'reason' | 'metadata'>,
  ): Stripe.Refund {
    const refund: Stripe.Refund = {
      id: newId('re_3'),
      object: 'refund',
      ...order,
      balance_transaction: newId('txn_3'),
      charge: charge.id,
      created: this.context.now(),
      currency: charge.currency,
      customer: null,
      customer_account: null,
      payment_intent: charge.payment_intent,
      payment_method: charge.payment_method,
      receipt_number: null,
      source_transfer_reversal: null,
      status: 'succeeded',
      transfer_reversal: null,
    };
    this.context.state.refunds[refund.id] = refund;
    charge.amount_refunded += refund.amount;
    charge.refunded = charge.amount_refunded === charge.amount_captured;
    this.context.emit('refund.created', refund);
    this.context.emit('charge.refunded', charge);
    return refund;
  }
}
