import type { Role } from '@pax/contracts';
import type { ShopError } from '../../platform/shop-error.js';
import type { Tx } from '../../platform/database/transaction.js';
import { raiseAlert } from '../../platform/outbox/alerts.js';
import type { FormerIdentities } from './former-identities.js';

/** A person who acts as a member of staff. */
export interface StaffActor {
  /** The staff member, as audit rows name people: `user:7`. */
  actor: string;
  /** The staff member's role in the session in which they act. */
  role: Role;
}

export interface ActOnAccount extends StaffActor {
  /** Account of the customer whom the act concerns: the order's buyer or the ticket's sender. */
  userId: number;
  /** The thing acted on, as audit rows name it: `order:42`. */
  subject: string;
  /** The action, as audit rows name it: `order.complete`. */
  action: string;
}

/**
 * Prevents staff from acting on an account of their own, present or former. An admin may act, which raises an
 * alert.
 * @throws ShopError that `refusal` makes
 */
export async function assertNoConflictOfInterest(
  tx: Tx,
  departed: FormerIdentities,
  { actor, role, userId, subject, action }: ActOnAccount,
  { refusal, title }: { refusal: () => ShopError; title: string },
): Promise<void> {
  if (!(await departed.isSamePerson(tx, actor, userId))) return;
  if (role !== 'admin') throw refusal();
  raiseAlert(tx, { kind: 'security', title, detail: `${action} · ${actor} · ${subject}` });
}
