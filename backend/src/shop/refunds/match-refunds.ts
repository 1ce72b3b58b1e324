import type { Cents } from '@pax/contracts';
import { In, type FindOptionsWhere } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { appendRefundProgressEvent } from '../orders/refund-share.js';
import { lockPayment, Refund, type Payment } from '../payments/payment.entity.js';

/** States of refunds whose money has not been returned. */
export const OPEN_STATES = ['manual', 'requested'] as const;

/** Reference and time of a refund at the provider. */
export interface ProviderRefund {
  ref: string;
  at: Date;
}

/** Money that one refund at the provider returned. */
export interface ReturnedMoney extends ProviderRefund {
  amountCents: Cents;
}

/**
 * Locks the payment of a refund. Every change of refunds locks first the payment, then accounts, checkout, orders
 * and refunds, against deadlocks.
 * @returns null for an unknown refund
 */
export async function lockPaymentOfRefund(tx: Tx, refundId: number): Promise<Payment | null> {
  const refund = await tx.findOneBy(Refund, { id: refundId });
  return refund && lockPayment(tx, { id: refund.paymentId });
}

/** Marks a refund of a locked payment as done, because the provider reports it. */
export async function markRefundDone(tx: Tx, row: Refund, { ref, at }: ProviderRefund): Promise<void> {
  await tx.update(Refund, { id: row.id }, { state: 'done', providerRef: ref, byHand: false, doneAt: at });
  await appendRefundProgressEvent(tx, row);
}

/**
 * Marks open refunds of a locked payment as done if the returned money matches exactly: the oldest of that amount,
 * else the oldest that add up to it.
 * @returns false if there are none
 */
export async function matchRefundsExactly(
  tx: Tx,
  { id: paymentId }: Payment,
  { amountCents, ...made }: ReturnedMoney,
  states: readonly Refund['state'][] = OPEN_STATES,
): Promise<boolean> {
  const rows = await lockRowsOfAmount(tx, amountCents, { paymentId, state: In([...states]) });
  for (const row of rows) await markRefundDone(tx, row, made);
  return rows.length > 0;
}

/**
 * Marks open refunds of a locked payment as done by any amount of money: the oldest first, the last one in part.
 * @returns the cents that were matched
 */
export async function matchOldestRefunds(
  tx: Tx,
  { id: paymentId }: Payment,
  { amountCents, ...made }: ReturnedMoney,
  states: readonly Refund['state'][] = OPEN_STATES,
): Promise<Cents> {
  const rows = await lockRefundRows(tx, { paymentId, state: In([...states]) });
  return distributeCents(rows, amountCents, async (row, part) => {
    if (part === row.amountCents) return markRefundDone(tx, row, made);
    await splitOffDone(tx, row, part, made);
    await appendRefundProgressEvent(tx, row);
  });
}

/**
 * Assigns returned money to refunds that staff marked as done, so that it is not booked again, and asks staff to
 * check.
 * @returns false if no such refunds add up to the amount
 */
export async function matchRefundsMarkedDone(
  tx: Tx,
  payment: Payment,
  { ref: providerRef, amountCents, at }: Omit<ReturnedMoney, 'at'> & { at: Date | undefined },
): Promise<boolean> {
  const made = await lockRowsOfAmount(tx, amountCents, {
    paymentId: payment.id,
    state: 'done',
    byHand: true,
  });
  for (const row of made) {
    await tx.update(Refund, { id: row.id }, { providerRef, byHand: false, ...(at && { doneAt: at }) });
    await appendRefundProgressEvent(tx, row);
  }
  if (made.length === 0) return false;
  const rows = made.map(({ id }) => id).join(', ');
  const detail = `Refund ${providerRef} of payment ${payment.providerRef} (${payment.provider}) is taken for refund ${rows}, which staff marked as done. If that was other money, it has gone back twice.`;
  raiseAlert(tx, { kind: 'failure', title: 'Refund marked as done was told of', detail });
  return true;
}

/** Reason of refunds that nobody requested in the shop. */
export const OUTSIDE_REASON = 'refunded at the provider';

/** Time after the end of a dispute in which the refund that ended it may be made. */
export const REFUND_GRACE = `interval '10 minutes'`;
const lostRow = z.object({ providerRef: z.string() });

/**
 * Matches a refund made during a dispute that is now booked as lost, because both are the same money. The booking
 * takes the refund's reference.
 * @returns the cents that were matched
 */
export async function matchLostDispute(
  tx: Tx,
  { id: paymentId }: Payment,
  { ref, at, amountCents }: ReturnedMoney,
): Promise<Cents> {
  const disputes = await sql(tx).rows(
    lostRow,
    `SELECT provider_ref AS "providerRef" FROM disputes
      WHERE payment_id = $1 AND state = 'lost' AND created_at < $2 AND $2 <= closed_at + ${REFUND_GRACE}`,
    [paymentId, at],
  );
  const booked = await tx.find(Refund, {
    where: { paymentId, state: 'done', providerRef: In(disputes.map((one) => one.providerRef)) },
    order: { id: 'ASC' },
  });
  return distributeCents(booked, amountCents, async (row, part) => {
    if (part === row.amountCents) await tx.update(Refund, { id: row.id }, { providerRef: ref, doneAt: at });
    else await splitOffDone(tx, row, part, { ref, at });
    await appendRefundProgressEvent(tx, row);
  });
}

/**
 * Tells whether a refund was made during a dispute of its payment that is not lost.
 * @param isUnsaid true if the provider reports a lost dispute as a won one and a refund
 */
export function isDuringDispute(tx: Tx, { id }: Payment, madeAt: Date, isUnsaid: boolean): Promise<boolean> {
  return sql(tx).exists(
    `SELECT FROM disputes WHERE payment_id = $1 AND created_at <= $2
        AND (state = 'open' OR state = 'won' AND $2 <= closed_at + CASE WHEN $3 THEN ${REFUND_GRACE} ELSE '0 s' END)`,
    [id, madeAt, isUnsaid],
  );
}

/** Tells whether a refund was made after a dispute of its payment began, however that dispute ended. */
export function isAfterDispute(tx: Tx, { id }: Payment, madeAt: Date): Promise<boolean> {
  return sql(tx).exists('SELECT FROM disputes WHERE payment_id = $1 AND created_at <= $2', [id, madeAt]);
}

/**
 * Distributes an amount over refund rows in turn.
 * @returns the cents that were distributed
 */
async function distributeCents(
  rows: readonly Refund[],
  amountCents: Cents,
  give: (row: Refund, part: Cents) => Promise<void>,
): Promise<Cents> {
  let left = amountCents;
  for (const row of rows) {
    const part = Math.min(left, row.amountCents);
    if (part === 0) break;
    left -= part;
    await give(row, part);
  }
  return amountCents - left;
}

/**
 * Splits a part off a refund of a locked payment, as a row of its own that is done. The remaining refund gets a new
 * key, because a provider refuses a key with another amount.
 */
async function splitOffDone(
  tx: Tx,
  { id, paymentId, orderId, reason, createdAt, amountCents, providerAttempt }: Refund,
  part: Cents,
  { ref: providerRef, at: doneAt }: ProviderRefund,
): Promise<void> {
  const rest = { amountCents: amountCents - part, providerAttempt: providerAttempt + 1 };
  await tx.update(Refund, { id }, rest);
  const made = { state: 'done', providerRef, doneAt } as const;
  await tx.insert(Refund, { paymentId, orderId, amountCents: part, reason, createdAt, partOf: id, ...made });
}

/** Locks the oldest refund row of exactly the amount, else the oldest rows that add up to it. */
async function lockRowsOfAmount(
  tx: Tx,
  amountCents: Cents,
  where: FindOptionsWhere<Refund>,
): Promise<Refund[]> {
  const rows = await lockRefundRows(tx, where);
  const exact = rows.find((row) => row.amountCents === amountCents);
  if (exact) return [exact];
  let left = amountCents;
  const taken = rows.filter((row) => {
    if (row.amountCents > left) return false;
    left -= row.amountCents;
    return true;
  });
  return left === 0 ? taken : [];
}

function lockRefundRows(tx: Tx, where: FindOptionsWhere<Refund>): Promise<Refund[]> {
  return tx.find(Refund, {
    where,
    // Prefers refunds that were not tried yet, because a tried one may have been accepted without an answer.
    order: { attempts: 'ASC', id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
}
