import { CHECKOUT_TRANSITIONS, type CheckoutState, type EventType } from '@pax/contracts';
import { ShopError } from '../../../platform/problem.js';
import type { Tx } from '../../../platform/database/transaction.js';
import { appendEvent } from '../../../platform/outbox/outbox.js';
import { Checkout } from '../checkout.entity.js';

const EVENT_TYPES: Record<CheckoutState, EventType> = {
  // Only a declined instrument leads back to it.
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
 * Transitions a locked checkout and appends the event; what was agreed on is not saved again, since it never changes.
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

/** Saves what changed of a locked checkout as its next version, with its event. */
export async function saveNextVersion(tx: Tx, checkout: Checkout, type: EventType): Promise<void> {
  checkout.version += 1;
  // Read under the lock, so save() and its extra read are not needed.
  const { id, state, version, holding, points, refundedCents, paidAt, endedAt, holdEndedAt } = checkout;
  // The hash only limits what accounts of one address hold, so it goes with the hold.
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
