import type { Cents, PaymentMethod } from '@pax/contracts';
import type { IncomingHttpHeaders } from 'node:http';
import type { RaisedAlert } from '../../platform/outbox/alerts.js';

/** The provider is still processing the same request under its idempotency key, so the outcome is unknown. */
export class ProviderBusy extends Error {}

/** The provider refused a request for good: the same request will never be accepted. */
export class ProviderRefusal extends Error {}

/** The provider failed. A retry needs a new idempotency key, because the old key returns the same answer. */
export class ProviderFault extends Error {}

/** The payment request to a provider, which is stored before the call, so that a repeat is identical. */
export interface PaymentRequest {
  /**
   * `name` and `unitCents` describe one piece; `cashCents` is the charge for the line after discounts and credit,
   * which requests from before November 2026 lack.
   */
  lines: { name: string; quantity: number; unitCents: Cents; cashCents?: Cents }[];
  totalCents: Cents;
  /** Time at which the session ends, Unix seconds; null when it has no end. */
  expiresAt: number | null;
}

/** Captured money, as a provider reports it; unique per provider and reference. */
export interface ProviderPayment {
  provider: string;
  providerRef: string;
  amountCents: Cents;
  currency: string;
}

/** A payment session: one payment of one checkout at its provider. */
export interface PaymentSession {
  id: string;
  /** Address of the page on which the buyer pays; null if there is none. */
  url: string | null;
  /**
   * State of the session. approved: the buyer agreed and the shop may capture the money; confirming: the outcome
   * comes later; failed and expired: can no longer be paid.
   */
  state: 'open' | 'approved' | 'confirming' | 'paid' | 'failed' | 'expired';
  /** The amount that capturing an approved session would bring; missing if it differs from the requested amount. */
  approvedCents?: Cents | undefined;
  /** The captured money; null unless the session is paid, and null if there was nothing to pay. */
  payment: ProviderPayment | null;
  /** The payment attempt that a message is about, if a session can have several at a time. */
  attempt?: string;
}

/** The page on which a buyer pays: an address to open, or to which a form with these fields is sent. */
export interface PaymentPage {
  url: string;
  fields?: Record<string, string>;
}

/** Limits of a provider's payment sessions. */
export interface PaymentTerms {
  /** Lifetime of a session, ms; null when a session has no end. */
  sessionMs: number | null;
  /** The largest amount that one session may charge, cents. */
  maximumCents: Cents;
  /** Time after the end of a session in which a capture may still be running, ms. */
  captureMs?: number;
}

/** Money that a provider took by a payment or gave back by a refund. */
export interface MoneyMovement {
  kind: 'payment' | 'refund';
  /** The provider's reference, under which payments and refunds are stored. */
  ref: string;
  /** Reference of the payment itself, or of the payment that a refund returns. */
  paymentRef: string;
  /** Reference of the checkout, if the provider stores it with the money. */
  checkout?: string;
  /** Id of the shop's refund row, if the provider stores it with the refund. */
  refundId?: number;
  amountCents: Cents;
  currency: string;
  at: Date;
}

/** A checkout whose session could not be queried, so that its payments are unknown. */
export interface Unanswered {
  kind: 'unanswered';
  checkout: string;
}

/**
 * Function that lists the payments of this shop and all refunds since a time; throws if the provider does not
 * answer.
 * @param sessionsOf returns the sessions of a method that the shop knows since then, to query one by one if the
 * provider has no list
 */
export type ListMovements = (
  since: Date,
  sessionsOf: (method: PaymentMethod) => Promise<readonly string[]>,
) => AsyncIterable<MoneyMovement | Unanswered>;

/** The part of a provider that is needed to compare its payments with the shop's. */
export type MoneySource = Pick<PaymentProvider, 'name' | 'isSetUp' | 'listMovements'>;

/** A received message as raw bytes, because the signature covers exactly these bytes. */
export interface RawMessage {
  body: Buffer | undefined;
  headers: IncomingHttpHeaders;
}

/** A message whose origin from the provider was verified. */
export interface VerifiedMessage {
  /** Id of the message, unique per provider, so that a repeated message is stored once. */
  id: string;
  type: string;
  payload: unknown;
}

/** The meaning of a stored message; `ignored` gives the reason if the message changes nothing. */
export type ProviderReport =
  | { about: 'session'; ref: string; session: PaymentSession }
  /** The buyer approved the session of a checkout; the session's state is then queried from the provider. */
  | { about: 'approval'; ref: string }
  | RefundReport
  | DisputeReport
  /** One dispute that covers several payments, with its share of each. */
  | { about: 'disputes'; disputes: readonly DisputeReport[] }
  | WarningReport
  /** The message changes nothing, but staff have to look at it. */
  | { about: 'alert'; alert: RaisedAlert; ignored: string }
  | { about: 'nothing'; ignored: string };

/** A report about a refund at the provider, made by the shop or by somebody else. */
export interface RefundReport {
  about: 'refund';
  /** State of the refund; failed: at once, or days after it was made. */
  state: 'made' | 'failed';
  refundRef: string;
  paymentRef: string;
  amountCents: Cents;
  currency: string;
  /** Time of the refund; missing in Stripe's messages, present in the hourly comparison for every provider. */
  madeAt?: Date;
  /** Id of the shop's refund row, if the provider stores one. Other people may write an id there too. */
  refundId?: number;
  /** True if the provider's account serves this shop alone. */
  isOwnAccount: boolean;
  /** True if the refund failed as soon as it was made; another message reports the failure. */
  isUndone?: true;
}

/** A report that a bank or the provider took or may take back a payment. */
export interface DisputeReport {
  about: 'dispute';
  state: 'open' | 'won' | 'lost';
  /** Reference of the dispute, or of the payment if the provider does not name the dispute. */
  disputeRef: string;
  paymentRef: string;
  /**
   * The disputed amount; for a lost dispute, the amount that the buyer received. A report in another currency
   * changes nothing.
   */
  amountCents: Cents;
  /** Fee of the provider that was taken or returned too; the reported amount may or may not include it. */
  feeCents?: Cents;
  /** The disputed amount, if the buyer received a different one. */
  disputedCents?: Cents;
  currency: string;
  /**
   * Beginning and end of the dispute; missing if the provider does not report them, or does not count refunds as
   * part of a dispute.
   */
  openedAt?: Date;
  closedAt?: Date;
  /** Time since which the dispute has been in the reported state. */
  toldAt?: Date;
  /**
   * True if the provider reports money that it took or returned, not disputes; such a provider can take the same
   * money again.
   */
  isMovement?: true;
}

/** A report that a payment is probably fraud but not disputed yet. */
export interface WarningReport {
  about: 'warning';
  warningRef: string;
  paymentRef: string;
}

/** Verifies and reads the messages of a provider. */
export interface ProviderMessageReader {
  /**
   * Verifies a message.
   * @throws ShopError SIGNATURE_INVALID unless the provider sent the message, PAYMENT_PROVIDER_UNAVAILABLE if that
   * cannot be checked
   */
  verifyMessage(message: RawMessage): Promise<VerifiedMessage>;
  /**
   * Reads the meaning of a message.
   * @param payload the content of a verified and stored message
   */
  readMessage(payload: unknown): ProviderReport;
}

export interface ProviderRefundInput {
  /** The provider's reference of the payment to refund. */
  paymentRef: string;
  amountCents: Cents;
  /** Id of the shop's refund row, which the provider stores with the refund. */
  refundId: number;
  /** Idempotency key: a repeat with the same key returns the same refund. */
  key: string;
  /**
   * True if an earlier attempt may have been accepted. The provider is then queried first, because it may have
   * forgotten the key.
   */
  isRetry: boolean;
}

/**
 * A payment provider. Calls are never made inside a transaction. After an error other than `ProviderBusy`,
 * `ProviderRefusal` and `ProviderFault` the outcome is unknown, and the call is repeated.
 */
export interface PaymentProvider {
  /** Name under which the provider's payments and messages are stored. */
  readonly name: string;
  /** Payment method that the provider serves. */
  readonly method: PaymentMethod;
  /** True if whoever pays names the checkout, so that a payment for one by another method need not be its buyer's. */
  readonly letsPayerNameCheckout?: boolean;
  /** True if the provider takes no new payments and only handles earlier ones. */
  readonly isRetired?: boolean;
  /** True if the provider's settings are complete. */
  readonly isSetUp: boolean;
  readonly terms: PaymentTerms;
  /** Reader of the provider's messages; missing for a provider that sends none. */
  readonly messages?: ProviderMessageReader;

  /**
   * Creates the payment session of a checkout; a repeat with the same key returns the same session.
   * @throws ProviderRefusal, ProviderBusy, ProviderFault
   */
  createSession(ref: string, request: PaymentRequest, key: string): Promise<PaymentSession>;

  /** Builds the form fields to send to a session's address; missing if the address is simply opened. */
  formFields?(ref: string, request: PaymentRequest): Record<string, string>;

  /** Tells whether this provider created a stored session; needed if two providers serve one method. */
  hasCreatedSession?(id: string): boolean;

  /**
   * Queries the state of a session.
   * @throws ProviderRefusal if the provider does not know the session, or a confirming one differs from the
   * agreement
   */
  retrieveSession(id: string): Promise<PaymentSession>;

  /**
   * Captures the money of an approved session; missing if the provider captures by itself.
   * @returns the session's new state, open if the buyer may pay by other means
   */
  captureSession?(id: string): Promise<PaymentSession>;

  /**
   * Ends a session, so that it can no longer be paid.
   * @returns the session's new state, paid if it had been paid before
   * @throws ProviderRefusal if the provider does not know the session
   */
  endSession(id: string): Promise<PaymentSession>;

  /**
   * Refunds a payment once per `refundId`; missing if every refund is manual.
   * @returns the provider's reference of the refund
   * @throws ProviderRefusal if the refund is refused for good, even after it was accepted; ProviderFault
   */
  refundPayment?(refund: ProviderRefundInput): Promise<string>;

  /** Lists payments and refunds; missing if the provider cannot be queried for them. */
  listMovements?: ListMovements;

  /** True if the provider counts refunds made while a dispute is open as part of the disputed amount. */
  readonly disputesIncludeRefunds?: true;

  /** True if the provider does not report the end of every dispute, so that an admin may record the end. */
  readonly endsDisputesByHand?: true;
}
