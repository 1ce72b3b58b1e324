import { DepartedPeople } from '../src/people/accounts/departed-people.js';
import type { TestApp } from './app.js';
import { signIn, type SignedIn } from './sign-in.js';

/** Signs in an account with a Discord id that another account had before. */
export async function signInSuccessor(shop: TestApp, formerId: number, discordId: string): Promise<SignedIn> {
  const successor = await signIn(shop, { discordId });
  const departed = shop.app.get(DepartedPeople);
  await shop.database.transaction(async (tx) => {
    await departed.storeIdentities(tx, formerId, [{ kind: 'discord', value: discordId }]);
    await departed.recordNewOwner(tx, successor.userId, discordId);
  });
  return successor;
}
