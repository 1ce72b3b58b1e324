import { CHECKOUT_TRANSITIONS, type CheckoutState, type EventType } from '@pax/contracts';
import { ShopError } from '../../../platform/shop-error.js';
import type { Tx } from '../../../platform/database/transaction.js';
import { appendEvent } from '../../../platform/outbox/outbox.js';
import { Checkout } from '../checkout.entity.js';

const EVENT_TYPES: Record<CheckoutState, EventType> = {
  // A checkout becomes open again only after its payment was declined.
  open: 'checkout.declined',
  confirming: 'checkout.confirming',
  paid: 'checkout.paid',
  expired: 'checkout.expired',
  cancelled: 'checkout.cancelled',
  failed: 'checkout.failed',
  disputed: 'checkout.disputed',
  lost: 'checkout.lost',
  refunded: 'checkout.refunded',
};

/**
 * Changes the state of a locked checkout and appends the event. Saves only fields that may change, because agreed
 * ones never do.
 * @throws ShopError ILLEGAL_MOVE
 */
export async function transitionCheckout(tx: Tx, checkout: Checkout, to: CheckoutState): Promise<void> {
  const legal = CHECKOUT_TRANSITIONS[checkout.state];
  if (!legal.includes(to))
    throw new ShopError('ILLEGAL_MOVE', `A checkout that is ${checkout.state} can't become ${to}.`, {
      legal,
    });
  checkout.state = to;
  await saveNextVersion(tx, checkout, EVENT_TYPES[to]);
}

/** Saves the changed fields of a locked checkout as its next version and appends the event. */
export async function saveNextVersion(tx: Tx, checkout: Checkout, type: EventType): Promise<void> {
  checkout.version += 1;
  // Updates the row directly, because it was read under the lock and save() would read it again.
  const { id, state, version, holding, points, refundedCents, paidAt, endedAt, holdEndedAt } = checkout;
  // Removes the address hash with the hold, because only the limits of holds per address need it.
  checkout.addressHash = holding ? checkout.addressHash : null;
  const { addressHash } = checkout;
  const moved = { state, version, holding, points, refundedCents, paidAt, endedAt, holdEndedAt, addressHash };
  await tx.update(Checkout, { id }, moved);
  appendEvent(tx, {
    type,
    aggregate: 'checkout',
    aggregateId: checkout.ref,
    version: checkout.version,
  });
}
