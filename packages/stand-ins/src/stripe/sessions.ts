import type { Stripe } from 'stripe';
import { type SessionRequest, readSessionRequest } from './session-request.js';
import { newId } from '../server/stand-in.js';
import type { Parameters } from './parameters.js';
import { invalidRequest, notFound } from './stripe-errors.js';
import { type StripeContext, ownEntry, type SessionRecord } from './stripe-state.js';

/** Length of a session id without its prefix; 66 characters with it, as at Stripe. */
const SESSION_LENGTH = 56;

/**
 * Creates an open, unpaid session for a checked request, with all fields of the library's API version. `now` is in
 * seconds.
 */
export function sessionObject(
  request: SessionRequest,
  now: number,
  pageBase: string,
): Stripe.Checkout.Session {
  const id = newSessionId();
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: request.total,
    amount_total: request.total,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: request.cancelUrl,
    client_reference_id: request.clientReferenceId,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: request.currency,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: request.submitMessage === null ? null : { message: request.submitMessage },
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: 'if_required',
    customer_details: null,
    customer_email: request.customerEmail,
    discounts: [],
    expires_at: request.expiresAt,
    integration_identifier: null,
    invoice: null,
    invoice_creation: { enabled: false, invoice_data: emptyInvoiceData() },
    livemode: false,
    locale: request.locale,
    managed_payments: null,
    metadata: request.metadata,
    mode: 'payment',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'if_required',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_status: request.total === 0 ? 'no_payment_required' : 'unpaid',
    permissions: null,
    phone_number_collection: { enabled: false },
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: request.submitType,
    subscription: null,
    success_url: request.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: `${pageBase}/stripe/pay/${id}`,
    wallet_options: null,
  };
}

function emptyInvoiceData(): Stripe.Checkout.Session.InvoiceCreation.InvoiceData {
  return {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: null,
    metadata: {},
    rendering_options: null,
  };
}

/** Creates an id of a checkout session; `cs_test_` marks test mode. */
function newSessionId(): string {
  return newId('cs_test_a1', SESSION_LENGTH);
}

/** Checkout sessions: open until the buyer pays, the shop ends them, or they expire. */
export class Sessions {
  constructor(
    private readonly context: StripeContext,
    private readonly pageBase: () => string,
  ) {}

  /** Opens a session, or refuses with a 400 and changes nothing. */
  create(parameters: Parameters): Stripe.Checkout.Session {
    const now = this.context.now();
    const request = readSessionRequest(parameters, now);
    const session = sessionObject(request, now, this.pageBase());
    const { lineItems, paymentIntentData } = request;
    this.context.state.sessions[session.id] = { session, lineItems, paymentIntentData };
    this.context.onChange();
    return session;
  }

  /** Returns a session by its id, after expiring it if its time is over; 404 when there is none. */
  get(id: string): SessionRecord {
    const record = ownEntry(this.context.state.sessions, id);
    if (record === undefined) throw notFound('checkout.session', id, 'session');
    this.expireIfDue(record);
    return record;
  }

  /** Lists all sessions, newest first, after expiring those whose time is over. */
  all(): SessionRecord[] {
    this.expireDue();
    return Object.values(this.context.state.sessions).toReversed();
  }

  /** Ends an open session, so that it can no longer be paid; for any other state, a 400 that names the state. */
  expire(id: string): Stripe.Checkout.Session {
    const record = this.get(id);
    const { status } = record.session;
    if (status !== 'open') {
      throw invalidRequest(
        `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${status}\`.`,
      );
    }
    this.endSession(record);
    return record.session;
  }

  /** Ends every open session whose time is over. */
  expireDue(): void {
    for (const record of Object.values(this.context.state.sessions)) this.expireIfDue(record);
  }

  private expireIfDue(record: SessionRecord): void {
    const { status, expires_at: expiresAt } = record.session;
    if (status === 'open' && expiresAt <= this.context.now()) this.endSession(record);
  }

  private endSession(record: SessionRecord): void {
    const { session } = record;
    session.status = 'expired';
    session.url = null;
    const intentId = typeof session.payment_intent === 'string' ? session.payment_intent : null;
    const intent = ownEntry(this.context.state.paymentIntents, intentId);
    if (intent !== undefined) {
      intent.status = 'canceled';
      intent.canceled_at = this.context.now();
      this.context.emit('payment_intent.canceled', intent);
    }
    this.context.emit('checkout.session.expired', session);
  }
}
