import type { Cents } from '@pax/contracts';
import { In } from 'typeorm';
import type { Tx } from '../../../infra/database/transaction.js';
import { noteRefund } from '../../orders/note-refund.js';
import { Refund, type Payment } from '../payment.entity.js';
import type { MadeRefund } from './request-refund.js';

interface Answer extends MadeRefund {
  amountCents: Cents;
  /** States of the rows that it may be the answer to. */
  states: readonly Refund['state'][];
}

/**
 * Marks refunds of a locked payment as done that wait for such money, because the provider says that it went back
 * (OWN-98): the oldest of exactly its amount, else the oldest ones that add up to it.
 * @returns false when none wait for it
 */
export async function answerWaiting(
  tx: Tx,
  payment: Payment,
  { ref: providerRef, at: doneAt, amountCents, states }: Answer,
): Promise<boolean> {
  const waiting = await tx.find(Refund, {
    where: { paymentId: payment.id, state: In([...states]) },
    // What was tried may have been accepted, and its answer be lost.
    order: { attempts: 'ASC', id: 'ASC' },
    lock: { mode: 'pessimistic_write' },
  });
  const exact = waiting.find((row) => row.amountCents === amountCents);
  const answered = exact ? [exact] : addingUpTo(amountCents, waiting);
  for (const { id, orderId } of answered) {
    await tx.update(Refund, { id }, { state: 'done', providerRef, doneAt });
    await noteRefund(tx, orderId);
  }
  return answered.length > 0;
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
