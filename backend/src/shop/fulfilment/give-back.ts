import type { Tx } from '../../platform/database/transaction.js';
import { appendEvent } from '../../platform/outbox/outbox.js';
import type { Order } from '../orders/order.entity.js';
import { countPart, type PartAsked } from '../orders/refund-share.js';
import type { MadeRefund } from '../payments/refunds/request-refund.js';
import { reverseCommission } from './earnings.js';
import { undoOrder } from './undo-order.js';

interface GiveBackInput extends PartAsked {
  reason: string;
  /** The actor, as ledger rows name it. */
  actor: string;
  now: Date;
  /** The provider's refund that gave it back; without one the shop sends it. */
  made?: MadeRefund;
}

/**
 * Gives cash of a locked order back, all that is left or a part, with everything that goes with it, its referrer's
 * commission as well. Its status stays, and its goods stay where they are.
 */
export async function giveBack(
  tx: Tx,
  order: Order,
  { cents, isLoss, ...undo }: GiveBackInput,
): Promise<void> {
  const part = countPart(order, { cents, isLoss });
  order.version += 1;
  await tx.save(order);
  await undoOrder(tx, order, { ...undo, part, goods: [] });
  await reverseCommission(tx, order, part, undo.actor);
  appendEvent(tx, {
    type: 'order.refunded',
    aggregate: 'order',
    aggregateId: String(order.id),
    version: order.version,
  });
}
