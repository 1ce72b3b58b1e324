import { z } from 'zod';
import { sql } from '../../platform/database/sql.js';
import type { Tx } from '../../platform/database/transaction.js';
import type { DepartedPeople } from '../../people/accounts/departed-people.js';
import type { OwnAct } from '../../people/accounts/own-act.js';
import { assertNotOwnOrder } from '../orders/own-order.js';
import type { Payment } from './payment.entity.js';

const buyerRow = z.object({ userId: z.number() });

/** As `assertNotOwnOrder`, for an act on a payment of the own account. @throws ShopError OWN_ORDER */
export async function assertNotOwnPayment(
  tx: Tx,
  departed: DepartedPeople,
  { checkoutId }: Payment,
  act: Omit<OwnAct, 'userId'>,
): Promise<void> {
  const buyer = await sql(tx).first(buyerRow, 'SELECT user_id AS "userId" FROM checkouts WHERE id = $1', [
    checkoutId,
  ]);
  if (buyer) await assertNotOwnOrder(tx, departed, { ...act, ...buyer });
}
