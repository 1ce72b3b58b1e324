import type { Stripe } from 'stripe';
import type { Parameters } from './parameters.js';
import { sessionObject } from './session-object.js';
import { readSessionRequest } from './session-request.js';
import { invalid, noSuch } from './stripe-error.js';
import type { StripeContext } from './stripe-context.js';
import { own, type SessionRecord } from './stripe-state.js';

/** Checkout sessions: open until paid, ended by the shop, or past their time. */
export class Sessions {
  constructor(
    private readonly context: StripeContext,
    private readonly pageBase: () => string,
  ) {}

  /** Opens a session, or refuses with a 400 and no effect. */
  create(parameters: Parameters): Stripe.Checkout.Session {
    const now = this.context.now();
    const request = readSessionRequest(parameters, now);
    const session = sessionObject(request, now, this.pageBase());
    const { lineItems, paymentIntentData } = request;
    this.context.state.sessions[session.id] = { session, lineItems, paymentIntentData };
    this.context.changed();
    return session;
  }

  /** The session with an id, expired if its time is over; 404 when there is none. */
  get(id: string): SessionRecord {
    const record = own(this.context.state.sessions, id);
    if (record === undefined) throw noSuch('checkout.session', id, 'session');
    this.expireIfDue(record);
    return record;
  }

  /** All sessions, newest first, expired if their time is over. */
  all(): SessionRecord[] {
    this.expireDue();
    return Object.values(this.context.state.sessions).toReversed();
  }

  /** Ends an open session so that it can no longer be paid; any other state is a 400 that names it. */
  expire(id: string): Stripe.Checkout.Session {
    const record = this.get(id);
    const { status } = record.session;
    if (status !== 'open') {
      throw invalid(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`,
      );
    }
    this.end(record);
    return record.session;
  }

  /** Ends every open session whose time is over. */
  expireDue(): void {
    for (const record of Object.values(this.context.state.sessions)) this.expireIfDue(record);
  }

  private expireIfDue(record: SessionRecord): void {
    const { status, expires_at: expiresAt } = record.session;
    if (status === 'open' && expiresAt <= this.context.now()) this.end(record);
  }

  private end(record: SessionRecord): void {
    const { session } = record;
    session.status = 'expired';
    session.url = null;
    const intentId = typeof session.payment_intent === 'string' ? session.payment_intent : null;
    const intent = own(this.context.state.paymentIntents, intentId);
    if (intent !== undefined) {
      intent.status = 'canceled';
      intent.canceled_at = this.context.now();
      this.context.emit('payment_intent.canceled', intent);
    }
    this.context.emit('checkout.session.expired', session);
  }
}
