import type { Delivery } from '../../delivery/delivery.js';
import type { OrderRequest } from './order-request.js';

/** Money that was sent back of a capture. */
export interface RefundRecord {
  readonly id: string;
  readonly at: number;
  readonly cents: number;
  /** What the shop calls it; a refund that was made here has none. */
  readonly customId?: string | undefined;
  status: 'COMPLETED' | 'PENDING' | 'FAILED';
}

/** A capture that its buyer wants back. */
export interface DisputeRecord {
  readonly id: string;
  readonly at: number;
  /** What is disputed. */
  readonly cents: number;
  /** How it ended, when, and what the buyer got, refunds by the shop included; missing while it is open. */
  end?: { readonly outcome: string; readonly at: number; readonly refundedCents: number };
}

/** Money that was taken for an order. */
export interface CaptureRecord {
  readonly id: string;
  readonly at: number;
  status: 'COMPLETED' | 'PENDING' | 'DECLINED';
  readonly refunds: RefundRecord[];
  dispute?: DisputeRecord;
}

/** An order, which nobody pays before the shop captures it. */
export interface OrderRecord {
  readonly id: string;
  /** Ms since the epoch. */
  readonly at: number;
  readonly request: OrderRequest;
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED';
  /** The buyer pays by bank, which takes days. */
  isSlow: boolean;
  /** The service has forgotten it, as it does after three hours. */
  isExpired: boolean;
  /** Why captures are refused, until its buyer approves it again. */
  refusal?: { readonly issue: string; isTold: boolean } | undefined;
  /** What becomes of refunds that the shop asks for. */
  refundsEnd: RefundRecord['status'];
  capture?: CaptureRecord;
}

/** A webhook message, byte for byte as it goes out, and the story of its delivery. */
export interface WebhookRecord extends Delivery {
  readonly id: string;
  /** Its `event_type`. */
  readonly label: string;
  readonly body: string;
  readonly at: number;
}

/** An answer that a repeat under the same request id gets again. */
export interface SavedAnswer {
  readonly asked: string;
  readonly status: number;
  readonly body: string;
}

/** What the Orders API remembers; maps keep the order of creation. */
export interface OrdersState {
  readonly orders: Record<string, OrderRecord>;
  readonly answers: Record<string, SavedAnswer>;
  readonly webhooks: Record<string, WebhookRecord>;
  /** How many access tokens were given out. */
  tokensIssued: number;
}

export function emptyOrdersState(): OrdersState {
  return { orders: {}, answers: {}, webhooks: {}, tokensIssued: 0 };
}
