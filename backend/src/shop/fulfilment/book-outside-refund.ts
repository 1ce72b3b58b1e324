import { splitByWeight, toDecimal, type Cents } from '@pax/contracts';
import type { Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { audit } from '../../people/audit/audit.js';
import type { Order } from '../orders/order.entity.js';
import { cashLeft } from '../orders/refund-share.js';
import type { OutsideRefund } from '../payments/refunds/reversals.js';
import { carryOut } from './carry-out.js';
import { giveBack, lockGoods } from './undo-order.js';

const ACTOR = 'shop';
const OPEN: ReadonlySet<Order['status']> = new Set(['pending', 'processing']);
/** States of an order whose player has the goods. */
export const DELIVERED: ReadonlySet<Order['status']> = new Set(['completed', 'archived']);

/**
 * Books money that went back at the provider over the locked orders of its checkout, by the cash that each has left. An
 * undelivered one without any left is cancelled; a delivered one of a lost dispute keeps credit and bonus used.
 */
export async function bookOutsideRefund(
  tx: Tx,
  { ref, orders }: { ref: string; orders: readonly Order[] },
  { amountCents, reason, made, isOfDispute = false }: OutsideRefund,
  now: Date,
): Promise<void> {
  const left = orders.map((order) => cashLeft(order));
  const parts = splitByWeight(amountCents, left);
  const details = { actor: ACTOR, now, reason, made };
  const isAll = amountCents === left.reduce((sum, cents) => sum + cents, 0);
  const cancelled: number[] = [];
  await lockGoods(tx, orders);
  for (const [index, order] of orders.entries()) {
    const cents = parts[index] ?? 0;
    const isLoss = isOfDispute && DELIVERED.has(order.status);
    // The last cash undoes an order that never had any, too.
    if (cents === 0 && (isLoss || !isAll || !hadNoCash(order))) continue;
    if (cents === left[index] && OPEN.has(order.status)) {
      await carryOut(tx, order, 'cancel', details);
      cancelled.push(order.id);
    } else await giveBack(tx, order, { ...details, cents, isLoss });
  }
  const detail = { reference: made.ref, amount: toDecimal(amountCents), reason };
  await audit(tx, { actor: ACTOR, action: 'checkout.refunded-outside', subject: `checkout:${ref}`, detail });
  raiseAlert(tx, {
    kind: 'failure',
    title: 'Refund outside the shop booked',
    detail: describe({ ref, orders, cents: amountCents, made: made.ref, cancelled }),
  });
}

const hadNoCash = ({ cashCents, paymentStatus }: Order): boolean =>
  cashCents === 0 && paymentStatus !== 'refunded';

interface Booked {
  ref: string;
  orders: readonly Order[];
  cents: Cents;
  made: string;
  cancelled: readonly number[];
}

function describe({ ref, orders, cents, made, cancelled }: Booked): string {
  const ids = orders.map(({ id }) => `#${id}`).join(', ');
  const stop =
    cancelled.length === 0
      ? ''
      : ` Cancelled, do not deliver: ${cancelled.map((id) => `#${id}`).join(', ')}.`;
  return `Refund ${made} of ${toDecimal(cents)} was made at the provider and is booked on checkout ${ref} (orders ${ids}).${stop}`;
}
