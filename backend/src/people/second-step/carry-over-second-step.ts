import type { Tx } from '../../platform/database/transaction.js';
import type { FormerIdentities } from '../accounts/former-identities.js';
import type { User } from '../accounts/user.entity.js';
import { readSecondStep } from './second-step-rows.js';

/**
 * Records that an account with a second step loses its Discord id, so that the next account with that id needs one
 * too.
 * @param user locked
 */
export async function carryOverSecondStep(
  tx: Tx,
  departed: FormerIdentities,
  { id, discordId }: Pick<User, 'id' | 'discordId'>,
): Promise<void> {
  if (discordId === null || (await readSecondStep(tx, id)) === undefined) return;
  await departed.storeIdentities(tx, id, [{ kind: 'second-step', value: discordId }]);
}
