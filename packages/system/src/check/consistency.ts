import type { RoomClient } from '../support/room-client.js';
import type { WholeShop } from '../support/whole-shop.js';
import { findClientDifferences } from './client-differences.js';
import { findDiscordDifferences } from './discord-differences.js';
import { findBrokenInvariants } from './invariants.js';
import { findQueueDifferences } from './queue-differences.js';
import { waitUntilIdle } from './wait-until-idle.js';
import { findPaymentDifferences } from './payment-differences.js';

/**
 * Waits until the shop is idle, then compares its tables with payment providers, Discord, queues and clients.
 * @returns a line for each inconsistency
 */
export async function findInconsistencies(
  shop: WholeShop,
  clients: readonly RoomClient[] = [],
): Promise<string[]> {
  await waitUntilIdle(shop);
  return [
    ...(await findBrokenInvariants(shop)),
    ...(await findPaymentDifferences(shop)),
    ...(await findDiscordDifferences(shop)),
    ...(await findClientDifferences(shop, clients)),
    ...(await findQueueDifferences(shop)),
  ];
}

/** Like `findInconsistencies`, but for the end of a spec. @throws Error that lists the inconsistencies */
export async function assertConsistent(shop: WholeShop, clients: readonly RoomClient[] = []): Promise<void> {
  const faults = await findInconsistencies(shop, clients);
  if (faults.length > 0) throw new Error(`the shop is not consistent:\n${faults.join('\n')}`);
}
