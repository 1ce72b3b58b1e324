import { ShopError } from '../../platform/problem.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { DepartedPeople } from '../../people/accounts/departed-people.js';
import { assertNotOwn, type OwnAct } from '../../people/accounts/own-act.js';
import type { Ticket } from './ticket.entity.js';

/** The refusal of an act on an own ticket. */
export const ownTicket = (): ShopError =>
  new ShopError('OWN_TICKET', 'This ticket is your own. Another member of the team has to do this.');

/** As `assertNotOwn`, of a locked ticket; a visitor's is nobody's. @throws ShopError OWN_TICKET */
export async function assertNotOwnTicket(
  tx: Tx,
  departed: DepartedPeople,
  { id, userId }: Ticket,
  act: Omit<OwnAct, 'userId' | 'subject'>,
): Promise<void> {
  if (userId === null) return;
  await assertNotOwn(
    tx,
    departed,
    { ...act, userId, subject: `ticket:${id}` },
    { refusal: ownTicket, title: 'An admin acted on a ticket of their own' },
  );
}
