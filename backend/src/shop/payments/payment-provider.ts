import type { Cents, PaymentMethod } from '@pax/contracts';
import type { IncomingHttpHeaders } from 'node:http';
import type { RaisedAlert } from '../../platform/outbox/alerts.js';

/** The same request is in progress under its idempotency key; its outcome is unknown. */
export class ProviderBusy extends Error {}

/** The provider refused for good: the same request will never be accepted. */
export class ProviderRefusal extends Error {}

/** The provider failed; a retry needs a new idempotency key, since the same key returns the same answer. */
export class ProviderFault extends Error {}

/** The request to a provider; stored whole before the call, so that a repeat is identical. */
export interface PaymentRequest {
  /**
   * `name` and `unitCents` describe one piece. `cashCents` is the charge for the line after discounts and credit;
   * requests from before November 2026 lack it.
   */
  lines: { name: string; quantity: number; unitCents: Cents; cashCents?: Cents }[];
  totalCents: Cents;
  /** Unix seconds at which the session ends; null when it has no end. */
  expiresAt: number | null;
}

/** Captured money as a provider reports it; unique per provider and reference. */
export interface ProviderPayment {
  provider: string;
  providerRef: string;
  amountCents: Cents;
  currency: string;
}

/** One payment of one checkout at its provider. */
export interface PaymentSession {
  id: string;
  /** Address of the page on which the buyer pays; null if there is no page. */
  url: string | null;
  /**
   * approved: the buyer has agreed and the shop may capture the money; confirming: the outcome comes later; failed
   * and expired sessions cannot be paid any more.
   */
  state: 'open' | 'approved' | 'confirming' | 'paid' | 'failed' | 'expired';
  /** The amount that capturing an approved session would bring; missing if it differs from the request. */
  approvedCents?: Cents | undefined;
  /** The captured money; null unless paid, and if there was nothing to pay. */
  payment: ProviderPayment | null;
  /** The payment attempt that a message is about, if a session can have several at a time. */
  attempt?: string;
}

/** The page on which a buyer pays: an address to open, or to post a form with these fields to. */
export interface PaymentPage {
  url: string;
  fields?: Record<string, string>;
}

/** The limits of a provider's sessions. */
export interface PaymentTerms {
  /** Lifetime of a session, ms; null when it has no end. */
  sessionMs: number | null;
  /** The most that one session may charge. */
  maximumCents: Cents;
  /** Time after the end of a session in which a capture may still be running, ms. */
  captureMs?: number;
}

/** Money that a provider took by a payment or gave back by a refund. */
export interface MoneyMovement {
  kind: 'payment' | 'refund';
  /** The provider's reference, as payments and refunds are stored under. */
  ref: string;
  /** Reference of the payment itself, or of the payment that a refund returns. */
  paymentRef: string;
  /** Reference of the checkout, if the provider stores it with the money. */
  checkout?: string;
  /** Id of the refund row of the shop, as stored with the refund at the provider. */
  refundId?: number;
  amountCents: Cents;
  currency: string;
  at: Date;
}

/** A checkout whose session could not be queried this time, so that its money is unknown. */
export interface Unanswered {
  kind: 'unanswered';
  checkout: string;
}

/**
 * Lists the payments of this shop and all refunds since a time; throws if the provider does not answer at all.
 * @param sessionsOf returns the sessions of a method that the shop knows since then, to query one by one if the
 * provider has no list
 */
export type ListMovements = (
  since: Date,
  sessionsOf: (method: PaymentMethod) => Promise<readonly string[]>,
) => AsyncIterable<MoneyMovement | Unanswered>;

/** The part of a provider that is needed to compare its money with that of the shop. */
export type MoneySource = Pick<PaymentProvider, 'name' | 'isSetUp' | 'movements'>;

/** A received message, byte for byte, since its signature covers exactly these bytes. */
export interface RawMessage {
  body: Buffer | undefined;
  headers: IncomingHttpHeaders;
}

/** A message that certainly came from the provider. */
export interface VerifiedMessage {
  /** Unique per provider, so that a repeated message is stored once. */
  id: string;
  type: string;
  payload: unknown;
}

/** The meaning of a stored message; `ignored` names the reason if it changes nothing. */
export type ProviderReport =
  | { about: 'session'; ref: string; session: PaymentSession }
  /** The buyer approved the session of a checkout; its state is then queried from the provider. */
  | { about: 'approval'; ref: string }
  | RefundReport
  | DisputeReport
  /** One dispute that covers several payments, with its share of each. */
  | { about: 'disputes'; disputes: readonly DisputeReport[] }
  | WarningReport
  /** Changes nothing, but staff have to look at it. */
  | { about: 'alert'; alert: RaisedAlert; ignored: string }
  | { about: 'nothing'; ignored: string };

/** A refund at the provider, made by the shop or by somebody else. */
export interface RefundReport {
  about: 'refund';
  /** failed: the refund failed, at once or days later. */
  state: 'made' | 'failed';
  refundRef: string;
  paymentRef: string;
  amountCents: Cents;
  currency: string;
  /** Time of the refund; Stripe's messages have none, the hourly comparison has it for every provider. */
  madeAt?: Date;
  /** Id of the refund row of the shop, if the provider stores one; other people may also write an id there. */
  refundId?: number;
  /** True if the provider's account serves this shop alone. */
  isOwnAccount: boolean;
  /** True if the refund failed as soon as it was made; another message reports that. */
  isUndone?: true;
}

/** A report that a bank or the provider may reverse a payment. */
export interface DisputeReport {
  about: 'dispute';
  state: 'open' | 'won' | 'lost';
  /** The reference of the dispute, or that of the payment if the provider names no dispute. */
  disputeRef: string;
  paymentRef: string;
  /**
   * The disputed amount; for a lost dispute, the amount that the buyer received. An amount in another currency
   * changes nothing.
   */
  amountCents: Cents;
  /** Fee of the provider that moved along; the amount may be told with or without the fee. */
  feeCents?: Cents;
  /** The disputed amount, if the buyer received another one. */
  disputedCents?: Cents;
  currency: string;
  /**
   * Beginning and end of the dispute; missing if the provider does not report them, or does not count refunds as part
   * of a dispute.
   */
  openedAt?: Date;
  closedAt?: Date;
  /** Time since which the dispute is as reported. */
  toldAt?: Date;
  /** True if the provider reports money that it took and returned, not disputes; it can take the same money again. */
  isMovement?: true;
}

/** A report that a payment is probably fraud and not disputed yet. */
export interface WarningReport {
  about: 'warning';
  warningRef: string;
  paymentRef: string;
}

/** Verifies and reads the messages of a provider. */
export interface ProviderMessageReader {
  /**
   * @throws ShopError SIGNATURE_INVALID unless the provider sent it, PAYMENT_PROVIDER_UNAVAILABLE if that cannot be
   * checked
   */
  verify(message: RawMessage): Promise<VerifiedMessage>;
  /** @param payload the payload of a verified and stored message */
  read(payload: unknown): ProviderReport;
}

export interface ProviderRefundInput {
  /** The provider's reference of the payment. */
  paymentRef: string;
  amountCents: Cents;
  /** Id of the refund row of the shop, which the provider stores with the refund. */
  refundId: number;
  /** A repeat with the same key returns the same refund. */
  key: string;
  /**
   * True if an earlier attempt may have been accepted. The provider is then queried first, because it may have
   * forgotten the key.
   */
  isRetry: boolean;
}

/**
 * A payment method at its provider. Calls are never made inside a transaction. After an error other than
 * `ProviderBusy`, `ProviderRefusal` and `ProviderFault` the outcome is unknown, and the call is repeated.
 */
export interface PaymentProvider {
  /** The name under which payments and messages are stored. */
  readonly name: string;
  /** Null for a provider that takes no new payments and only handles its earlier ones. */
  readonly method: PaymentMethod | null;
  /** True if the provider's settings are complete. */
  readonly isSetUp: boolean;
  readonly terms: PaymentTerms;
  /** Reader of the provider's messages; missing where the provider sends none. */
  readonly messages?: ProviderMessageReader;

  /**
   * Creates the session of a checkout; a repeat with the same key returns the same session.
   * @throws ProviderRefusal, ProviderBusy, ProviderFault
   */
  create(ref: string, request: PaymentRequest, key: string): Promise<PaymentSession>;

  /** Builds the form fields that are posted to a session's address; missing if the address is simply opened. */
  formFields?(ref: string, request: PaymentRequest): Record<string, string>;

  /** Tells whether this provider created a stored session; needed if two providers serve one method. */
  hasCreated?(id: string): boolean;

  /**
   * @throws ProviderRefusal if the provider does not know the session, or a confirming one differs from the agreement
   */
  retrieve(id: string): Promise<PaymentSession>;

  /**
   * Captures the money of an approved session; missing if the provider captures by itself.
   * @returns its new state, open if the buyer may choose another payment instrument
   */
  capture?(id: string): Promise<PaymentSession>;

  /**
   * Ends a session, so that it cannot be paid any more. @returns its new state, paid if it had been paid before
   * @throws ProviderRefusal if the provider does not know the session
   */
  end(id: string): Promise<PaymentSession>;

  /**
   * Refunds once per `refundId`; missing if every refund is manual. @returns the reference at the provider
   * @throws ProviderRefusal if it is refused for good, even after it was accepted; ProviderFault
   */
  refund?(refund: ProviderRefundInput): Promise<string>;

  /** Lists movements of money; missing if the provider cannot be queried. */
  movements?: ListMovements;

  /** True if refunds made while a dispute is open are part of the disputed amount. */
  readonly disputesIncludeRefunds?: true;

  /** True if the provider does not report the end of every dispute, so that an admin may record it. */
  readonly endsDisputesByHand?: true;
}
