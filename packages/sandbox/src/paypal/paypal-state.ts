import type { Delivery } from '../delivery/delivery.js';
import { emptyOrdersState, type OrdersState } from './orders/orders-state.js';
import type { PaymentForm } from './payment-form.js';

/** What `payment_status` says of a payment of one's own. */
export type PaymentStatus = 'Pending' | 'Completed' | 'Denied' | 'Reversed';

/** Money of a buyer. */
export interface PaymentRecord {
  /** What `txn_id` says. */
  readonly id: string;
  readonly form: PaymentForm;
  /** Ms since the epoch. */
  readonly at: number;
  status: PaymentStatus;
  refundedCents: number;
  /** When its money moved last, as messages say, ms. */
  movedAt?: number;
  /** The case that its money was taken for last; empty where the message named none. */
  caseId?: string;
  /** What was taken of it last, cents. */
  takenCents?: number;
}

/** A notification, byte for byte as it goes out, and the story of its delivery. */
export interface NotificationRecord extends Delivery {
  readonly id: string;
  /** What happened: `payment_status`. */
  readonly label: string;
  readonly url: string;
  /** Only ASCII, since other bytes are escaped. */
  readonly body: string;
  readonly at: number;
}

/** Everything the stand-in remembers; maps keep the order of creation. */
export interface PaypalState extends OrdersState {
  readonly version: number;
  /** Forms whose page is open, by the page's id. */
  readonly pages: Record<string, PaymentForm>;
  readonly payments: Record<string, PaymentRecord>;
  readonly notifications: Record<string, NotificationRecord>;
}

/** Raised whenever the shape above changes; older files are then left behind. */
const PAYPAL_STATE_VERSION = 2;

/** Whether a saved state has the shape above: it says so by its version, and nobody else writes it. */
export function isPaypalState(saved: unknown): saved is PaypalState {
  return (
    typeof saved === 'object' &&
    saved !== null &&
    'version' in saved &&
    saved.version === PAYPAL_STATE_VERSION
  );
}

export function emptyPaypalState(): PaypalState {
  return {
    version: PAYPAL_STATE_VERSION,
    pages: {},
    payments: {},
    notifications: {},
    ...emptyOrdersState(),
  };
}
