import { Inject, Injectable } from '@nestjs/common';
import { checkoutCalls, formatCentsAsDecimal } from '@pax/contracts';
import { SETTINGS, type Settings } from '../../../settings.js';
import type { PaymentProvider, PaymentRequest, PaymentSession } from '../payment-provider.js';
import { describePayment } from '../describe-lines.js';
import { PaypalMessages } from './paypal-messages.js';
import { isFormSession, PAYPAL, formSessionId, sessionInState } from './paypal-session-id.js';

/**
 * PayPal by its payment form. PayPal knows no session before the payment, so none can be queried or ended: a
 * checkout ends at once, and a later payment is late money. Refunds are manual.
 */
@Injectable()
export class PaypalProvider implements PaymentProvider {
  readonly name = PAYPAL;
  readonly method = 'wallet';
  readonly letsPayerNameCheckout = true;
  readonly isRetired: boolean;
  readonly terms = { sessionMs: 60 * 60_000, maximumCents: 1_000_000 };
  readonly messages: PaypalMessages;
  /** True because PayPal reports money that it takes and returns, but never that a dispute is finally lost. */
  readonly endsDisputesByHand = true;
  readonly disputesIncludeRefunds = true;

  constructor(@Inject(SETTINGS) private readonly settings: Settings) {
    this.isRetired = settings.paypal.mode !== 'form';
    this.messages = new PaypalMessages(settings.paypal);
  }

  get isSetUp(): boolean {
    return this.settings.paypal.business !== undefined;
  }

  createSession(ref: string, { totalCents }: PaymentRequest): Promise<PaymentSession> {
    const session = sessionInState('open', formSessionId(ref, totalCents, 'usd'));
    return Promise.resolve({ ...session, url: this.settings.paypal.url });
  }

  formFields(ref: string, request: PaymentRequest): Record<string, string> {
    return buildFormFields(ref, request, this.settings);
  }

  hasCreatedSession(id: string): boolean {
    return isFormSession(id);
  }

  /** Returns the session as open, because only notifications report an outcome. */
  retrieveSession(id: string): Promise<PaymentSession> {
    return Promise.resolve(sessionInState('open', id));
  }

  endSession(id: string): Promise<PaymentSession> {
    return Promise.resolve(sessionInState('expired', id));
  }
}

/** Longest name of an item in the form, characters. */
const MAX_NAME = 127;
/** The currency of every payment form. */
const CURRENCY = 'USD';

/**
 * Builds the form fields of a checkout: one item with the charged total, because the shop itself computes discounts
 * and credit.
 */
export function buildFormFields(
  ref: string,
  { lines, totalCents }: PaymentRequest,
  { publicUrl, paypal }: Settings,
): Record<string, string> {
  return {
    cmd: '_xclick',
    business: paypal.business ?? '',
    item_name: describePayment(ref, lines, MAX_NAME),
    item_number: ref,
    // Invoice number, for which PayPal takes only one payment, so that a form sent twice is paid once.
    invoice: ref,
    amount: formatCentsAsDecimal(totalCents),
    currency_code: CURRENCY,
    // Sets tax and shipping to 0, because PayPal would otherwise add those of the account's settings.
    tax: '0',
    shipping: '0',
    no_shipping: '1',
    no_note: '1',
    charset: 'utf-8',
    return: `${publicUrl}/payment-success?checkout=${ref}`,
    cancel_return: `${publicUrl}/payment-cancelled?checkout=${ref}`,
    notify_url: `${publicUrl}${checkoutCalls.paypalNotification.path}`,
  };
}
