import type { Role } from '@pax/contracts';
import { ShopError } from '../../common/problem.js';
import type { Tx } from '../../infra/database/transaction.js';
import { raiseAlert } from '../../infra/outbox/alert.js';
import type { DepartedPeople } from '../accounts/departed-people.js';

/** A person who acts on orders as staff. */
export interface OrderActor {
  /** As audit rows name them. */
  actor: string;
  /** In the session that acts. */
  role: Role;
}

export interface OwnAct extends OrderActor {
  /** Account of the order's buyer. */
  userId: number;
  /** As audit rows name it: `order:42`. */
  subject: string;
  /** As audit rows name it: `order.complete`. */
  action: string;
}

/** The refusal of an act on an own order. */
export const ownOrder = (): ShopError =>
  new ShopError('OWN_ORDER', 'This order is your own. Another member of the team has to do this.');

/**
 * Keeps staff from acting on orders of their own account, or of a former one of their Discord account. An admin may, and
 * the error channel is told with the act. @throws ShopError OWN_ORDER
 */
export async function assertNotOwnOrder(
  tx: Tx,
  departed: DepartedPeople,
  { actor, role, userId, subject, action }: OwnAct,
): Promise<void> {
  if (!(await departed.isSamePerson(tx, actor, userId))) return;
  if (role !== 'admin') throw ownOrder();
  raiseAlert(tx, {
    kind: 'security',
    title: 'An admin acted on an order of their own',
    detail: `${action} · ${actor} · ${subject}`,
  });
}
