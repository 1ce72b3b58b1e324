import type { Delivery } from '../message-sender.js';
import { emptyOrdersState, type OrdersState } from './orders/orders-state.js';
import type { PaymentForm } from './payment-form.js';
import { randomBytes } from 'node:crypto';
import { newId } from '../server/stand-in.js';

/** Values of the field `payment_status` for a payment. */
export type PaymentStatus = 'Pending' | 'Completed' | 'Denied' | 'Reversed';

/** A payment by a buyer. */
export interface PaymentRecord {
  /** Value of the payment's field `txn_id`. */
  readonly id: string;
  readonly form: PaymentForm;
  /** Creation time, ms since 1970. */
  readonly at: number;
  status: PaymentStatus;
  refundedCents: number;
  /** Time of the last movement of money, as notifications tell it, ms. */
  movedAt?: number;
  /** Case id of the last reversal; empty if the message named none. */
  caseId?: string;
  /** Amount of the last reversal, cents. */
  takenCents?: number;
}

/** A notification with its exact bytes, and its delivery. */
export interface NotificationRecord extends Delivery {
  readonly id: string;
  /** Value of the notification's field `payment_status`. */
  readonly label: string;
  readonly url: string;
  /** Body of the notification; ASCII only, since other bytes are escaped. */
  readonly body: string;
  readonly at: number;
}

/** State of the PayPal stand-in; maps keep the order of creation. */
export interface PaypalState extends OrdersState {
  readonly version: number;
  /** Forms whose page is open, by the id of the page. */
  readonly pages: Record<string, PaymentForm>;
  readonly payments: Record<string, PaymentRecord>;
  readonly notifications: Record<string, NotificationRecord>;
}

/** Version of the state's format; a file of an older version is ignored. */
const PAYPAL_STATE_VERSION = 2;

/**
 * True when a saved state has the present format. Comparing the version is enough, since only the stand-in writes the
 * file.
 */
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

/** Creates a random id in PayPal's form: 17 capital letters and digits. */
export const paypalId = (): string => randomBytes(9).toString('hex').slice(0, 17).toUpperCase();

const PLAIN = /[\w.-]/;
const LATIN = /[\u00a0-\u00ff]/;

/** All notifications created so far, each with its exact bytes. */
export class NotificationLog {
  constructor(private readonly state: PaypalState) {}

  /** Records a notification that waits to be delivered. */
  record(fields: Readonly<Record<string, string>>, url: string, at: number): NotificationRecord {
    const body = Object.entries({ ...fields, charset: 'windows-1252', ipn_track_id: newId('', 13) })
      .map(([name, value]) => `${name}=${escapeWindows1252(value)}`)
      .join('&');
    const label = fields['payment_status'] ?? 'other';
    const record: NotificationRecord = {
      id: newId('ipn_'),
      label,
      url,
      body,
      at,
      attempts: [],
      tries: 0,
      state: 'waiting',
    };
    this.state.notifications[record.id] = record;
    return record;
  }

  get(id: string): NotificationRecord | undefined {
    return Object.hasOwn(this.state.notifications, id) ? this.state.notifications[id] : undefined;
  }

  /** All notifications, newest first. */
  all(): NotificationRecord[] {
    return Object.values(this.state.notifications).toReversed();
  }

  /** True when exactly these bytes were sent as a notification. */
  hasSentBytes(body: Buffer): boolean {
    return this.all().some((one) => Buffer.from(one.body).equals(body));
  }
}

/** Escapes a text for a form as PayPal does: bytes of windows-1252, with `?` for characters that it lacks. */
function escapeWindows1252(text: string): string {
  return Array.from(text, (letter) => {
    if (letter === ' ') return '+';
    if (PLAIN.test(letter)) return letter;
    return `%${windows1252Byte(letter).toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

/** Returns the windows-1252 byte of a character. Beyond Latin-1, only the euro sign is supported. */
function windows1252Byte(letter: string): number {
  if (letter === '€') return 0x80;
  const code = letter.charCodeAt(0);
  return code < 0x80 || LATIN.test(letter) ? code : 0x3f;
}
