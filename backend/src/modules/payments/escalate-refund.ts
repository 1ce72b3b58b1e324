import { In } from 'typeorm';
import type { Tx } from '../../infra/database/transaction.js';
import { raiseAlert } from '../../infra/outbox/alert.js';
import { Refund } from './payment.entity.js';

/**
 * Hands a refund over to people, who are told once. By default only while it still waits: a refusal that crosses a
 * success says nothing.
 * @param from the states it may be in
 */
export async function escalateRefund(
  tx: Tx,
  id: number,
  why: string,
  from: readonly Refund['state'][] = ['requested'],
): Promise<void> {
  const left = { state: 'manual', doneAt: null, providerRef: null } as const;
  const { affected } = await tx.update(Refund, { id, state: In([...from]) }, left);
  if (affected !== 1) return;
  raiseAlert(tx, {
    kind: 'failure',
    title: 'Refund by hand',
    detail: `Refund ${id} has to be made by hand: ${why}.`,
  });
}
