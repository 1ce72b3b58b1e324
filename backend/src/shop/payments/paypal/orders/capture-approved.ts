import { Clock } from '../../../../platform/clock.js';
import type { Payable, Payables } from '../../payables.js';
import { type PaymentSession, ProviderRefusal } from '../../payment-provider.js';
import { sessionIn } from '../paypal-session.js';
import { outcomeOf, type Order, CURRENCY } from './order.js';
import { type OrderCalls, PaypalError } from './paypal-api.js';

/** How long after its end a session that nobody approved is given up, ms. */
const GRACE_MS = 60_000;
/** How long after it a capture may be under way: until PayPal's order is over, three hours after it was made, ms. */
const CAPTURE_MS = 131 * 60_000;

/** Refusals after which the buyer may choose another instrument on PayPal's page. */
const LEADS_BACK: ReadonlySet<string> = new Set([
  'INSTRUMENT_DECLINED',
  'ORDER_NOT_APPROVED',
  'PAYER_ACTION_REQUIRED',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
]);
/** Refusals that say that the money was taken, or is being taken, though PayPal shows no capture yet. */
const TAKES: ReadonlySet<string> = new Set(['ORDER_ALREADY_CAPTURED', 'ORDER_COMPLETION_IN_PROGRESS']);
const UNPROCESSABLE = 422;

interface Uncaptured {
  id: string;
  ref: string;
  orderId: string;
  /** Undefined when PayPal knows none. */
  order: Order | undefined;
}

/**
 * Takes the money of orders that their buyers approved and that may be paid. The checkout is made confirming first, which
 * nothing but PayPal's answer ends: so there is a capture only while its goods are held, and no end of it meanwhile.
 */
export class CaptureApproved {
  constructor(
    private readonly calls: OrderCalls,
    private readonly payables: Payables,
    private readonly clock: Clock,
  ) {}

  /**
   * @returns the state of a session whose order has no capture, afterwards
   * @throws ProviderRefusal for an order that is unknown or not what was agreed; any other error leaves it unknown
   */
  async execute(uncaptured: Uncaptured): Promise<PaymentSession> {
    const { id, ref, order } = uncaptured;
    const payable = await this.payables.find(ref);
    const isConfirming = payable.state === 'confirming';
    // The money may have been taken nevertheless, so one such answer does not end the session.
    if (!order) throw new ProviderRefusal(`PayPal knows no order of session ${id}`);
    if (this.isOver(payable, isConfirming ? CAPTURE_MS : GRACE_MS))
      return sessionIn(isConfirming ? 'failed' : 'expired', id);
    if (order.status !== 'APPROVED') return sessionIn(isConfirming ? 'confirming' : 'open', id);
    if (!isAgreed(order, payable)) throw new ProviderRefusal(`the order of session ${id} was changed`);
    const version = await this.payables.beforeCapture(ref, id);
    if (version !== undefined) return this.capture(uncaptured, version);
    const { state } = await this.payables.find(ref);
    // No money is taken now, but an earlier capture may still be under way.
    return sessionIn(state === 'confirming' ? 'confirming' : 'expired', id);
  }

  private async capture({ id, ref, orderId }: Uncaptured, version: number): Promise<PaymentSession> {
    try {
      return outcomeOf(id, await this.calls.capture(orderId)) ?? sessionIn('confirming', id);
    } catch (error) {
      // The money may have been taken nevertheless, by this call or another.
      const seen = await this.calls.find(orderId);
      const outcome = seen && outcomeOf(id, seen);
      if (outcome) return outcome;
      const refusal = seen && refusalIn(error);
      if (refusal === undefined) throw error;
      if (refusal === 'final') return sessionIn('failed', id);
      await this.payables.reopen(ref, id, version);
      return sessionIn('open', id);
    }
  }

  private isOver({ sessionExpiresAt: end }: Payable, graceMs: number): boolean {
    return end !== null && this.clock.now().getTime() > end.getTime() + graceMs;
  }
}

/** Tells whether the order asks for the amount that the checkout was agreed on. */
function isAgreed({ purchase_units: units }: Order, { ref, providerRequest }: Payable): boolean {
  const [unit, ...more] = units;
  return (
    more.length === 0 &&
    unit?.custom_id === ref &&
    unit.amount?.amountCents === providerRequest?.totalCents &&
    unit.amount?.currency === CURRENCY.toLowerCase()
  );
}

/** Outcome of a refused capture of which PayPal shows nothing; undefined while it is unknown. */
function refusalIn(error: unknown): 'final' | 'leadsBack' | undefined {
  if (!(error instanceof PaypalError) || error.status !== UNPROCESSABLE) return undefined;
  if (error.issues.some((issue) => TAKES.has(issue))) return undefined;
  return error.issues.some((issue) => LEADS_BACK.has(issue)) ? 'leadsBack' : 'final';
}
