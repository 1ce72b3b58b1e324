import { Logger } from '@nestjs/common';
import { toDecimal } from '@pax/contracts';
import { sql } from '../../../platform/database/sql.js';
import type { Tx } from '../../../platform/database/transaction.js';
import { raiseAlert } from '../../../platform/outbox/alerts.js';
import { noteRefund } from '../../orders/refund-share.js';
import { isDisputed } from '../disputes/open-disputes.js';
import { Payment, Refund } from '../payment.entity.js';

/** Code points of a cause that are shown; the bot cuts alerts at 1,000. */
const MAX_CAUSE = 300;
const logger = new Logger('EscalateRefund');

interface Escalation {
  /**
   * The states it may be in; by default only a waiting one, because a refusal that comes after a success changes
   * nothing.
   */
  from?: readonly Refund['state'][];
  /** The provider's reference of the refund that the bank sent back. */
  bouncedRef?: string;
}

/** Marks a refund of a locked payment as manual and alerts staff, once. */
export async function escalateRefund(
  tx: Tx,
  id: number,
  why: string,
  { from = ['requested'], bouncedRef }: Escalation = {},
): Promise<void> {
  const affected = await sql(tx).affected(
    `UPDATE refunds SET state = 'manual', done_at = NULL, provider_ref = NULL, by_hand = false,
            bounced_refs = bounced_refs || $3::text[]
      WHERE id = $1 AND state = ANY($2)`,
    [id, from, bouncedRef === undefined ? [] : [bouncedRef]],
  );
  if (affected !== 1) return;
  const refund = await tx.findOneByOrFail(Refund, { id });
  await noteRefund(tx, refund);
  const payment = await tx.findOneByOrFail(Payment, { id: refund.paymentId });
  const wait = (await isDisputed(tx, payment.id))
    ? '. A dispute of its payment is open. Make it only when the dispute is won'
    : '';
  const detail = `${describe(refund, payment)} is manual: ${presentable(why)}${wait}`;
  logger.warn(detail);
  raiseAlert(tx, { kind: 'failure', title: 'Manual refund needed', detail });
}

function describe(
  { id, amountCents, orderId }: Refund,
  { currency, provider, providerRef }: Payment,
): string {
  const what = orderId === null ? 'stranded money' : `order ${orderId}`;
  return `Refund ${id} of ${toDecimal(amountCents)} ${currency.toUpperCase()} for ${what} (${provider}, payment ${providerRef})`;
}

/** A cause is the provider's text: made one line without invisible characters and keys, and cut. */
function presentable(why: string): string {
  const line = why.replaceAll(/[\s\p{C}]+/gu, ' ').replaceAll(/\b(sk|rk|whsec)_\w+/g, '$1_…');
  const points = Array.from(line.trim());
  return points.length > MAX_CAUSE ? `${points.slice(0, MAX_CAUSE).join('')}…` : points.join('');
}
