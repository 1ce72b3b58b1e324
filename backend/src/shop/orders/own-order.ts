import { ShopError } from '../../platform/problem.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { DepartedPeople } from '../../people/accounts/departed-people.js';
import { assertNotOwn, type OwnAct } from '../../people/accounts/own-act.js';

/** The refusal of an act on an own order. */
export const ownOrder = (): ShopError =>
  new ShopError('OWN_ORDER', 'This order is your own. Another member of the team has to do this.');

/** As `assertNotOwn`, of an order. @throws ShopError OWN_ORDER */
export function assertNotOwnOrder(tx: Tx, departed: DepartedPeople, act: OwnAct): Promise<void> {
  return assertNotOwn(tx, departed, act, {
    refusal: ownOrder,
    title: 'An admin acted on an order of their own',
  });
}
