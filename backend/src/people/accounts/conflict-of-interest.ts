import type { Role } from '@pax/contracts';
import type { ShopError } from '../../platform/problem.js';
import type { Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import type { DepartedPeople } from './departed-people.js';

/** A person who acts as staff. */
export interface StaffActor {
  /** The actor, as audit rows name them. */
  actor: string;
  /** The actor's role in the acting session. */
  role: Role;
}

export interface ActOnAccount extends StaffActor {
  /** Account of the order's buyer, or of the ticket's sender. */
  userId: number;
  /** The subject, as audit rows name it: `order:42`. */
  subject: string;
  /** The act, as audit rows name it: `order.complete`. */
  action: string;
}

/**
 * Prevents staff from acting on their own account or a former one of their Discord account. An admin may, which raises
 * an alert.
 * @throws ShopError that `refusal` makes
 */
export async function assertNoConflictOfInterest(
  tx: Tx,
  departed: DepartedPeople,
  { actor, role, userId, subject, action }: ActOnAccount,
  { refusal, title }: { refusal: () => ShopError; title: string },
): Promise<void> {
  if (!(await departed.isSamePerson(tx, actor, userId))) return;
  if (role !== 'admin') throw refusal();
  raiseAlert(tx, { kind: 'security', title, detail: `${action} · ${actor} · ${subject}` });
}
