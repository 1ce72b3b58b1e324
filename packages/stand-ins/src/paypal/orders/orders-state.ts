import type { Delivery } from '../../message-sender.js';
import type { OrderRequest } from './order-request.js';

/** A refund of a capture. */
export interface RefundRecord {
  readonly id: string;
  readonly at: number;
  readonly cents: number;
  /** The shop's id of the refund; absent for a refund made on the dashboard. */
  readonly customId?: string | undefined;
  status: 'COMPLETED' | 'PENDING' | 'FAILED';
}

/** A buyer's dispute of a capture. */
export interface DisputeRecord {
  readonly id: string;
  readonly at: number;
  /** The disputed amount, cents. */
  readonly cents: number;
  /** Outcome, time, and the sum that the buyer got, including refunds by the shop; absent while open. */
  end?: { readonly outcome: string; readonly at: number; readonly refundedCents: number };
}

/** A capture of an order's money. */
export interface CaptureRecord {
  readonly id: string;
  readonly at: number;
  status: 'COMPLETED' | 'PENDING' | 'DECLINED';
  readonly refunds: RefundRecord[];
  dispute?: DisputeRecord;
}

/** An order, which is unpaid until the shop captures it. */
export interface OrderRecord {
  readonly id: string;
  /** Creation time, ms since the epoch. */
  readonly at: number;
  readonly request: OrderRequest;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  /** True when the buyer pays by bank, which takes days. */
  isSlow: boolean;
  /** True when the order has expired, as at the service after three hours. */
  isExpired: boolean;
  /** Reason for refusing captures until the buyer approves the order again. */
  refusal?: { readonly issue: string; isTold: boolean } | undefined;
  /** The resulting status of the shop's refunds. */
  refundsEnd: RefundRecord['status'];
  capture?: CaptureRecord;
}

/** A webhook message with its exact bytes, and its delivery. */
export interface WebhookRecord extends Delivery {
  readonly id: string;
  /** The message's `event_type`. */
  readonly label: string;
  readonly body: string;
  readonly at: number;
}

/** The saved answer of a request id, for repeats. */
export interface SavedAnswer {
  readonly asked: string;
  readonly status: number;
  readonly body: string;
}

/** The state of the Orders API; maps keep the order of creation. */
export interface OrdersState {
  readonly orders: Record<string, OrderRecord>;
  readonly answers: Record<string, SavedAnswer>;
  readonly webhooks: Record<string, WebhookRecord>;
  /** Number of issued access tokens. */
  tokensIssued: number;
}

export function emptyOrdersState(): OrdersState {
  return { orders: {}, answers: {}, webhooks: {}, tokensIssued: 0 };
}
