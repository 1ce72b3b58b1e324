import type { Delivery } from '../../message-sender.js';
import type { OrderRequest } from './order-request.js';

/** A refund of a capture. */
export interface RefundRecord {
  readonly id: string;
  readonly at: number;
  readonly cents: number;
  /** The shop's own id of the refund; absent for a refund made on the dashboard. */
  readonly customId?: string | undefined;
  status: 'COMPLETED' | 'PENDING' | 'FAILED';
}

/** A dispute by which the buyer reclaims a captured payment. */
export interface DisputeRecord {
  readonly id: string;
  readonly at: number;
  /** Disputed amount, cents. */
  readonly cents: number;
  /** Outcome, time, and sum that the buyer got, including refunds by the shop; absent while the dispute is open. */
  end?: { readonly outcome: string; readonly at: number; readonly refundedCents: number };
}

/** A capture, which takes the money of an order. */
export interface CaptureRecord {
  readonly id: string;
  readonly at: number;
  status: 'COMPLETED' | 'PENDING' | 'DECLINED';
  readonly refunds: RefundRecord[];
  dispute?: DisputeRecord;
}

/** An order, which is unpaid until the shop captures its money. */
export interface OrderRecord {
  readonly id: string;
  /** Creation time, ms since 1970. */
  readonly at: number;
  readonly request: OrderRequest;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  /** True when the buyer pays by bank transfer, which takes days. */
  isSlow: boolean;
  /** True when the order has expired, as at the real PayPal after three hours. */
  isExpired: boolean;
  /** Reason for which captures are refused until the buyer approves the order again. */
  refusal?: { readonly issue: string; isTold: boolean } | undefined;
  /** Status that refunds by the shop get. */
  refundsEnd: RefundRecord['status'];
  capture?: CaptureRecord;
}

/** A webhook message with its exact bytes, and its delivery. */
export interface WebhookRecord extends Delivery {
  readonly id: string;
  /** Value of the field `event_type` in the message. */
  readonly label: string;
  readonly body: string;
  readonly at: number;
}

/** Stored answer to a request id, for repeated calls. */
export interface SavedAnswer {
  readonly asked: string;
  readonly status: number;
  readonly body: string;
}

/** State of the Orders API; maps keep the order of creation. */
export interface OrdersState {
  readonly orders: Record<string, OrderRecord>;
  readonly answers: Record<string, SavedAnswer>;
  readonly webhooks: Record<string, WebhookRecord>;
  /** Number of access tokens issued so far. */
  tokensIssued: number;
}

export function emptyOrdersState(): OrdersState {
  return { orders: {}, answers: {}, webhooks: {}, tokensIssued: 0 };
}
