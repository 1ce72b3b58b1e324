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
   * `name` and `unitCents` are of one piece; `cashCents` is what is charged of a line after discounts and credit, and
   * missing in requests of before November 2026.
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
  /** Address at which the buyer pays; null when there is nothing to open. */
  url: string | null;
  /**
   * approved: the buyer is done and the shop may take the money; confirming: the outcome comes later; failed and expired
   * can't be paid any more.
   */
  state: 'open' | 'approved' | 'confirming' | 'paid' | 'failed' | 'expired';
  /** The amount that an approved session would bring; missing where it is not what the shop asked for. */
  approvedCents?: Cents | undefined;
  /** The captured money; null unless paid, and where nothing was to pay. */
  payment: ProviderPayment | null;
  /** The try to pay that is told of, where one session may have several at a time. */
  attempt?: string;
}

/** Where a buyer pays: an address to open, or one that a form with these fields is posted to. */
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
  /** How long after a session's end a capture may be under way, ms. */
  captureMs?: number;
}

/** Money that a provider took by a payment or gave back by a refund. */
export interface MoneyMovement {
  kind: 'payment' | 'refund';
  /** The provider's reference, as payments and refunds are stored under. */
  ref: string;
  /** Reference of the payment it is or gives back. */
  paymentRef: string;
  /** Reference of its checkout, where the provider keeps it with the money. */
  checkout?: string;
  /** Id of the shop's row that a refund carries, as in its message. */
  refundId?: number;
  amountCents: Cents;
  currency: string;
  at: Date;
}

/** A checkout whose session the provider did not answer about this time, so that nothing is said of its money. */
export interface Unanswered {
  kind: 'unanswered';
  checkout: string;
}

/**
 * Payments of this shop and all refunds since a time; throws when the provider answers nothing at all.
 * @param sessionsOf sessions that the shop knows of a method since then, to ask about one by one where there is no list
 */
export type ListMovements = (
  since: Date,
  sessionsOf: (method: PaymentMethod) => Promise<readonly string[]>,
) => AsyncIterable<MoneyMovement | Unanswered>;

/** A provider as far as its money is compared with the shop's. */
export type MoneySource = Pick<PaymentProvider, 'name' | 'isSetUp' | 'movements'>;

/** A message as it arrived; a signature is valid for these bytes only. */
export interface RawMessage {
  body: Buffer | undefined;
  headers: IncomingHttpHeaders;
}

/** A message that is proven to be the provider's. */
export interface VerifiedMessage {
  /** Unique per provider, so that a message that is sent again is stored once. */
  id: string;
  type: string;
  payload: unknown;
}

/** The meaning of a stored message; `ignored` names the reason why it changes nothing. */
export type ProviderReport =
  | { about: 'session'; ref: string; session: PaymentSession }
  /** The buyer agreed to a checkout's session, whose state is then asked of the provider. */
  | { about: 'approval'; ref: string }
  | RefundReport
  | DisputeReport
  /** One dispute over several payments, of each its part. */
  | { about: 'disputes'; disputes: readonly DisputeReport[] }
  | WarningReport
  /** Changes nothing; people have to look at it. */
  | { about: 'alert'; alert: RaisedAlert; ignored: string }
  | { about: 'nothing'; ignored: string };

/** Money that goes back at the provider, by one refund of the shop's or of somebody else. */
export interface RefundReport {
  about: 'refund';
  /** failed: it came to nothing, at once or days later. */
  state: 'made' | 'failed';
  refundRef: string;
  paymentRef: string;
  amountCents: Cents;
  currency: string;
  /** Time of the refund; missing where no refund is part of a dispute. */
  madeAt?: Date;
  /** Id of the shop's row that the refund carries, where providers keep one; other people may write one as well. */
  refundId?: number;
  /** True when all payments of the provider's account are the shop's. */
  isOwnAccount: boolean;
  /** True when the refund came to nothing as soon as it was made, which another message reports. */
  isUndone?: true;
}

/** A payment that its buyer's bank, or the provider, may take back. */
export interface DisputeReport {
  about: 'dispute';
  state: 'open' | 'won' | 'lost';
  /** The payment's own where the provider does not say which dispute it is. */
  disputeRef: string;
  paymentRef: string;
  /** The disputed amount; of a lost dispute, the amount that the buyer got. In another currency it changes nothing. */
  amountCents: Cents;
  currency: string;
  /** Begin and end of the dispute; missing where the provider does not say, or no refund is part of a dispute. */
  openedAt?: Date;
  closedAt?: Date;
  /** The provider tells of money that it took and gave back, not of disputes: it can be taken again after it came back. */
  isMovement?: true;
}

/** A payment that is probably fraud, and not disputed yet. */
export interface WarningReport {
  about: 'warning';
  warningRef: string;
  paymentRef: string;
}

/** The messages of a provider that sends some. */
export interface ProviderMessageReader {
  /** @throws ShopError SIGNATURE_INVALID unless the provider sent it, PAYMENT_PROVIDER_UNAVAILABLE if it can't say so */
  verify(message: RawMessage): Promise<VerifiedMessage>;
  /** @param payload of a message that was verified and stored */
  read(payload: unknown): ProviderReport;
}

export interface ProviderRefundInput {
  /** The provider's reference of the payment. */
  paymentRef: string;
  amountCents: Cents;
  /** Id of the shop's row; the provider stores it with its refund. */
  refundId: number;
  /** A repeat under the same key answers the same refund. */
  key: string;
  /** True when an earlier try may have been accepted; the provider is asked first, since it may have forgotten the key. */
  isRetry: boolean;
}

/**
 * A way to pay. Its calls are never made inside a transaction; an error other than `ProviderBusy`, `ProviderRefusal` and
 * `ProviderFault` leaves the outcome unknown, and the call is repeated.
 */
export interface PaymentProvider {
  /** The name under which payments and messages are stored. */
  readonly name: string;
  /** Null for a provider that takes no new payments and only answers for those it took. */
  readonly method: PaymentMethod | null;
  /** True when the provider's settings are complete. */
  readonly isSetUp: boolean;
  readonly terms: PaymentTerms;
  /** Reader of the provider's messages; missing where the provider sends none. */
  readonly messages?: ProviderMessageReader;

  /**
   * Creates the session of a checkout; a repeat under the same key answers the same session.
   * @throws ProviderRefusal, ProviderBusy, ProviderFault
   */
  create(ref: string, request: PaymentRequest, key: string): Promise<PaymentSession>;

  /** The fields of the form that leads to a session's address; missing where the address alone is opened. */
  formFields?(ref: string, request: PaymentRequest): Record<string, string>;

  /** Tells whether this provider made a stored session; needed where two providers serve one method. */
  hasCreated?(id: string): boolean;

  /** @throws ProviderRefusal when the provider knows no such session, or a confirming one is not what was agreed */
  retrieve(id: string): Promise<PaymentSession>;

  /**
   * Takes the money of an approved session; missing where the provider takes it itself.
   * @returns its state afterwards, open where the buyer may choose another instrument
   */
  capture?(id: string): Promise<PaymentSession>;

  /**
   * Ends a session, so that it can't be paid any more. @returns its state afterwards, paid if it was paid before
   * @throws ProviderRefusal when the provider knows no such session
   */
  end(id: string): Promise<PaymentSession>;

  /**
   * Refunds once per `refundId`; missing where every refund is manual. @returns the provider's reference
   * @throws ProviderRefusal when it is refused for good, also after it was accepted; ProviderFault
   */
  refund?(refund: ProviderRefundInput): Promise<string>;

  /** Lists movements of money; missing where the provider can't be asked. */
  movements?: ListMovements;

  /** Money that goes back while a dispute is open is part of what the dispute took. */
  readonly disputesIncludeRefunds?: true;

  /** True when the provider does not report every end of a dispute, so that an admin may record it. */
  readonly endsDisputesByHand?: true;
}
