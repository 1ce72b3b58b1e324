import { In } from 'typeorm';
import type { Tx } from '../../../infra/database/transaction.js';
import { raiseAlert } from '../../../infra/outbox/alert.js';
import { Refund } from '../payment.entity.js';

/**
 * Marks a refund as manual and alerts staff, once. @param from the states it may be in; by default only a waiting
 * one, because a refusal that arrives after a success changes nothing
 */
export async function escalateRefund(
  tx: Tx,
  id: number,
  why: string,
  from: readonly Refund['state'][] = ['requested'],
): Promise<void> {
  const manual = { state: 'manual', doneAt: null, providerRef: null } as const;
  const { affected } = await tx.update(Refund, { id, state: In([...from]) }, manual);
  if (affected !== 1) return;
  raiseAlert(tx, {
    kind: 'failure',
    title: 'Manual refund needed',
    detail: `Refund ${id} has to be made manually at the provider: ${why}.`,
  });
}
