import type { CheckoutState, PaymentMethod } from '@pax/contracts';
import { ShopError } from '../../platform/problem.js';
import type { PaymentRequest, PaymentSession, ProviderPayment } from './payment-provider.js';

/** A checkout as payments know it. */
export interface Payable {
  ref: string;
  method: PaymentMethod;
  state: CheckoutState;
  /** Raised by each change of its state. */
  version: number;
  providerRequest: PaymentRequest | null;
  /** Part of the idempotency key; raised only when the provider would repeat an error for this key. */
  providerAttempt: number;
  providerSessionId: string | null;
  providerUrl: string | null;
  sessionExpiresAt: Date | null;
  /** The goods are still held. */
  holding: boolean;
}

/**
 * The operations that payments ask of checkouts, and the token under which the checkout module provides them, because
 * payments know only this class. Every method is idempotent and keeps its own transaction.
 */
export abstract class Payables {
  /** @throws EntityNotFoundError for an unknown reference */
  abstract find(ref: string): Promise<Payable>;

  /** Stores the session of an open checkout that has none. @returns false if it has one or is not open */
  abstract attach(ref: string, session: Pick<PaymentSession, 'id' | 'url'>): Promise<boolean>;

  /** Makes the next create use another idempotency key, once per attempt. */
  abstract raiseAttempt(ref: string, attempt: number): Promise<void>;

  /**
   * Makes the checkout paid. @param payment null where nothing was to pay. @returns false when the money is stranded
   * @throws ShopError NOT_FOUND for an unknown reference, as do `confirm` and `end`
   */
  abstract settle(ref: string, payment: ProviderPayment | null): Promise<boolean>;

  /**
   * Marks it as confirming, if the session is its own; one that must not be paid any more ends instead.
   * @param attempt the try that is pending
   * @throws ShopError BLOCKED or CONFLICT by crypto, for one that must not be paid any more
   */
  abstract confirm(ref: string, sessionId: string, attempt?: string): Promise<void>;

  /**
   * As `confirm`, before the shop itself takes the money of a session that its buyer approved.
   * @returns its version; undefined when no money may be taken, since it ended, lost its goods or may not be paid
   */
  abstract beforeCapture(ref: string, sessionId: string): Promise<number | undefined>;

  /**
   * The buyer's instrument was declined: a confirming checkout is open again, with its hold and its end.
   * @param version the checkout's when its money was asked for; another one changes nothing
   */
  abstract reopen(ref: string, sessionId: string, version: number): Promise<void>;

  /**
   * Ends it unpaid, if the session is its own or none is given, and releases its hold.
   * @param attempt the try that was refused: the checkout goes on while another is pending
   */
  abstract end(
    ref: string,
    because: 'expired' | 'failed',
    sessionId?: string,
    attempt?: string,
  ): Promise<void>;

  /** Notes that the provider knows no session of a confirming checkout, which fails after a day of such answers. */
  abstract doubt(ref: string, sessionId: string): Promise<void>;
}

/** The error for a checkout that can't be paid any more. */
export const hasEnded = (): ShopError =>
  new ShopError('CONFLICT', 'This checkout has ended in the meantime. Please try again.');

/** The error for a checkout that its buyer paid, or is paying: whether that worked is known only once it is paid. */
export function withProvider({ ref, state, method }: Pick<Payable, 'ref' | 'state' | 'method'>): ShopError {
  if (state === 'paid')
    return new ShopError('ALREADY_PAID', 'Your earlier checkout was paid a moment ago.', { checkout: ref });
  return new ShopError(
    'CHECKOUT_OPEN',
    'The payment of your earlier checkout is being confirmed. Wait for its outcome, then try again.',
    { checkout: ref, state, method },
  );
}
