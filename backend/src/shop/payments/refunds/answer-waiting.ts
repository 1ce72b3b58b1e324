import type { Cents } from '@pax/contracts';
import { In, type FindOptionsWhere } from 'typeorm';
import type { Tx } from '../../../platform/database/transaction.js';
import { raiseAlert } from '../../../platform/outbox/alerts.js';
import { noteRefund } from '../../orders/refund-share.js';
import { Refund, type Payment } from '../payment.entity.js';
import { type MadeRefund, takePart } from './request-refund.js';

/** States of refunds whose money has not gone back. */
export const WAITS = ['manual', 'requested'] as const;

interface Answer extends MadeRefund {
  amountCents: Cents;
  /** States of the rows that it may be the answer to. */
  states: readonly Refund['state'][];
}

/**
 * Marks refunds of a locked payment as done that wait for such money, because the provider says that it went back:
 * the oldest of exactly its amount, else the oldest ones that add up to it.
 * @returns false when none wait for it
 */
export async function answerWaiting(
  tx: Tx,
  payment: Payment,
  { ref: providerRef, at: doneAt, amountCents, states }: Answer,
): Promise<boolean> {
  const waiting = await rowsFor(tx, amountCents, { paymentId: payment.id, state: In([...states]) });
  for (const row of waiting) await markDone(tx, row, { ref: providerRef, at: doneAt });
  return waiting.length > 0;
}

/**
 * Counts money toward the refunds of a locked payment that wait, whatever their amounts: those that it answers, else the
 * oldest first, and the last of them in part. @returns the cents that were counted
 */
export async function countTowardWaiting(
  tx: Tx,
  payment: Payment,
  { amountCents, ...made }: MadeRefund & { amountCents: Cents },
): Promise<Cents> {
  if (await answerWaiting(tx, payment, { ...made, amountCents, states: WAITS })) return amountCents;
  let left = amountCents;
  for (const row of await locked(tx, { paymentId: payment.id, state: In([...WAITS]) })) {
    const part = Math.min(left, row.amountCents);
    if (part === 0) break;
    left -= part;
    if (part === row.amountCents) await markDone(tx, row, made);
    else {
      await takePart(tx, row, part, made);
      await noteRefund(tx, row);
    }
  }
  return amountCents - left;
}

/** A refund of a locked payment was made. */
export async function markDone(tx: Tx, row: Refund, { ref, at }: MadeRefund): Promise<void> {
  const done = { state: 'done', providerRef: ref, byHand: false, doneAt: at } as const;
  await tx.update(Refund, { id: row.id }, done);
  await noteRefund(tx, row);
}

/**
 * Gives refunds that staff marked as done the reference that the provider has for such money, so that it is not booked
 * again; staff hear of it, and know whether it was the same. @returns false when none add up to it
 */
export async function adoptMadeByHand(
  tx: Tx,
  payment: Payment,
  { ref: providerRef, amountCents }: Omit<Answer, 'states'>,
): Promise<boolean> {
  const made = await rowsFor(tx, amountCents, { paymentId: payment.id, state: 'done', byHand: true });
  for (const row of made) {
    await tx.update(Refund, { id: row.id }, { providerRef, byHand: false });
    await noteRefund(tx, row);
  }
  if (made.length === 0) return false;
  const rows = made.map(({ id }) => id).join(', ');
  const detail = `Refund ${providerRef} of payment ${payment.providerRef} (${payment.provider}) is taken for refund ${rows}, which staff marked as done. If that was other money, it has gone back twice.`;
  raiseAlert(tx, { kind: 'failure', title: 'Refund marked as done was told of', detail });
  return true;
}

/** The provider knows what staff marked as done by that very reference, so that no other money is taken for it. */
export async function confirmMadeByHand(
  tx: Tx,
  { id: paymentId }: Payment,
  providerRef: string,
): Promise<void> {
  await tx.update(Refund, { paymentId, providerRef, byHand: true }, { byHand: false });
}

/** The oldest row of exactly an amount, else the oldest ones that add up to it, locked. */
async function rowsFor(tx: Tx, amountCents: Cents, where: FindOptionsWhere<Refund>): Promise<Refund[]> {
  const rows = await locked(tx, where);
  const exact = rows.find((row) => row.amountCents === amountCents);
  return exact ? [exact] : addingUpTo(amountCents, rows);
}

function locked(tx: Tx, where: FindOptionsWhere<Refund>): Promise<Refund[]> {
  return tx.find(Refund, {
    where,
    // Untried refunds come first, because a tried one may have been accepted although its answer was lost.
    order: { attempts: 'ASC', id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
}

function addingUpTo(amountCents: Cents, waiting: readonly Refund[]): Refund[] {
  let left = amountCents;
  const taken = waiting.filter((row) => {
    if (row.amountCents > left) return false;
    left -= row.amountCents;
    return true;
  });
  return left === 0 ? taken : [];
}
