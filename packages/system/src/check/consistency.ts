import type { Listener } from '../support/listener.js';
import type { WholeShop } from '../support/whole-shop.js';
import { clientDifferences } from './clients.js';
import { discordDifferences } from './discord-log.js';
import { brokenInvariants } from './invariants.js';
import { queueDifferences } from './queues.js';
import { waitUntilIdle } from './idle.js';
import { paymentDifferences } from './payment-log.js';

/**
 * Waits until the shop is idle, then compares its tables with the payment providers, Discord, the queues and the clients.
 * @returns a line for each inconsistency
 */
export async function findInconsistencies(
  shop: WholeShop,
  clients: readonly Listener[] = [],
): Promise<string[]> {
  await waitUntilIdle(shop);
  return [
    ...(await brokenInvariants(shop)),
    ...(await paymentDifferences(shop)),
    ...(await discordDifferences(shop)),
    ...(await clientDifferences(shop, clients)),
    ...(await queueDifferences(shop)),
  ];
}

/** As `findInconsistencies`, for the end of a spec. @throws Error that lists what is wrong */
export async function assertConsistent(shop: WholeShop, clients: readonly Listener[] = []): Promise<void> {
  const faults = await findInconsistencies(shop, clients);
  if (faults.length > 0) throw new Error(`the shop is not consistent:\n${faults.join('\n')}`);
}
