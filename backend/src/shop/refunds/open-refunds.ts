import type { Cents } from '@pax/contracts';
import { In, type FindOptionsWhere } from 'typeorm';
import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import { appendRefundProgress } from '../orders/refund-share.js';
import { lockPayment, Refund, type Payment } from '../payments/payment.entity.js';

/** States of refunds whose money has not gone back. */
export const OPEN_STATES = ['manual', 'requested'] as const;

/** A refund that was made at the provider: its reference, and when. */
export interface ProviderRefund {
  ref: string;
  at: Date;
}

/** Money that went back by one refund at the provider. */
export interface ReturnedMoney extends ProviderRefund {
  amountCents: Cents;
}

/**
 * Locks the payment of a refund. Whoever changes refunds locks their payment first, then accounts, checkout and orders,
 * then the refunds, so that no two wait for each other. @returns null for an unknown refund
 */
export async function lockPaymentOfRefund(tx: Tx, refundId: number): Promise<Payment | null> {
  const refund = await tx.findOneBy(Refund, { id: refundId });
  return refund && lockPayment(tx, { id: refund.paymentId });
}

/** Marks a refund of a locked payment as done: the provider says that its money went back. */
export async function markDone(tx: Tx, row: Refund, { ref, at }: ProviderRefund): Promise<void> {
  await tx.update(Refund, { id: row.id }, { state: 'done', providerRef: ref, byHand: false, doneAt: at });
  await appendRefundProgress(tx, row);
}

/**
 * Marks open refunds of a locked payment as done by money that is exactly theirs: the oldest of its amount, else the
 * oldest ones that add up to it. @returns false when there are none
 */
export async function matchExactly(
  tx: Tx,
  { id: paymentId }: Payment,
  { amountCents, ...made }: ReturnedMoney,
  states: readonly Refund['state'][] = OPEN_STATES,
): Promise<boolean> {
  const rows = await lockRowsOfAmount(tx, amountCents, { paymentId, state: In([...states]) });
  for (const row of rows) await markDone(tx, row, made);
  return rows.length > 0;
}

/**
 * Marks open refunds of a locked payment as done by money of any amount: the oldest first, and the last of them in part.
 * @returns the cents that are theirs
 */
export async function matchOldest(
  tx: Tx,
  { id: paymentId }: Payment,
  { amountCents, ...made }: ReturnedMoney,
): Promise<Cents> {
  const rows = await lockRows(tx, { paymentId, state: In([...OPEN_STATES]) });
  return distribute(rows, amountCents, async (row, part) => {
    if (part === row.amountCents) return markDone(tx, row, made);
    await splitOffDone(tx, row, part, made);
    await appendRefundProgress(tx, row);
  });
}

/**
 * Gives refunds that staff marked as done the reference that the provider has for such money, so that it is not booked
 * again; staff hear of it, and know whether it was the same. @returns false when none add up to it
 */
export async function matchMarkedDone(
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
    await appendRefundProgress(tx, row);
  }
  if (made.length === 0) return false;
  const rows = made.map(({ id }) => id).join(', ');
  const detail = `Refund ${providerRef} of payment ${payment.providerRef} (${payment.provider}) is taken for refund ${rows}, which staff marked as done. If that was other money, it has gone back twice.`;
  raiseAlert(tx, { kind: 'failure', title: 'Refund marked as done was told of', detail });
  return true;
}

/** A refund by which a dispute ends may be made a little after its end. */
export const REFUND_GRACE = `interval '10 minutes'`;
const lostRow = z.object({ providerRef: z.string() });

/**
 * Finds a refund that was made while a dispute was open which is lost and booked by now: the same money, told of twice.
 * The loss's booking takes the refund's reference, as if that had been told first. @returns the cents that are booked so
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
  return distribute(booked, amountCents, async (row, part) => {
    if (part === row.amountCents) await tx.update(Refund, { id: row.id }, { providerRef: ref, doneAt: at });
    else await splitOffDone(tx, row, part, { ref, at });
    await appendRefundProgress(tx, row);
  });
}

/** Gives each row, in turn, as much of an amount as it takes. @returns the cents that were given */
async function distribute(
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
 * Makes a part of a refund of a locked payment a row of its own, which is done; the other row goes on with the rest, under
 * a new key, since a provider refuses one that comes with another amount.
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

/** The oldest row of exactly an amount, else the oldest ones that add up to it, locked. */
async function lockRowsOfAmount(
  tx: Tx,
  amountCents: Cents,
  where: FindOptionsWhere<Refund>,
): Promise<Refund[]> {
  const rows = await lockRows(tx, where);
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

function lockRows(tx: Tx, where: FindOptionsWhere<Refund>): Promise<Refund[]> {
  return tx.find(Refund, {
    where,
    // Untried refunds come first, because a tried one may have been accepted although its answer was lost.
    order: { attempts: 'ASC', id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
}
