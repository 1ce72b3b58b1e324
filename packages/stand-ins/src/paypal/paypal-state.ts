import type { Delivery } from '../delivery/delivery.js';
import { emptyOrdersState, type OrdersState } from './orders/orders-state.js';
import type { PaymentForm } from './payment-form.js';

/** Values of `payment_status` for a payment. */
export type PaymentStatus = 'Pending' | 'Completed' | 'Denied' | 'Reversed';

/** A payment of a buyer. */
export interface PaymentRecord {
  /** The payment's `txn_id`. */
  readonly id: string;
  readonly form: PaymentForm;
  /** Creation time, ms since the epoch. */
  readonly at: number;
  status: PaymentStatus;
  refundedCents: number;
  /** Time of the last movement of money, as in the messages, ms. */
  movedAt?: number;
  /** The case of the last reversal; empty if the message named none. */
  caseId?: string;
  /** Amount of the last reversal, cents. */
  takenCents?: number;
}

/** A notification with its exact bytes, and its delivery. */
export interface NotificationRecord extends Delivery {
  readonly id: string;
  /** The notification's `payment_status`. */
  readonly label: string;
  readonly url: string;
  /** The body, only ASCII, since other bytes are escaped. */
  readonly body: string;
  readonly at: number;
}

/** The stand-in's state; maps keep the order of creation. */
export interface PaypalState extends OrdersState {
  readonly version: number;
  /** Forms whose page is open, by the page's id. */
  readonly pages: Record<string, PaymentForm>;
  readonly payments: Record<string, PaymentRecord>;
  readonly notifications: Record<string, NotificationRecord>;
}

/** Version of the state's shape; a file of an older version is ignored. */
const PAYPAL_STATE_VERSION = 2;

/** Tells whether a saved state has the present shape. The version is enough, since only the stand-in writes the file. */
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
