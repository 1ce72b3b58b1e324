import { parseAmount, type PaymentMethod, type PlaceCheckoutRequest } from '@pax/contracts';
import { sha256 } from '../../../platform/random.js';

/** A request with the method that its call stands for. */
export type Placement = PlaceCheckoutRequest & { method: Exclude<PaymentMethod, 'none'> };

/** Two placements with equal fingerprints are the same request. */
export function fingerprintOf(input: Placement): string {
  const { amount, balanceUsed, items, inGameName, discordName, useStoreCredit, rewardCode, method } = input;
  const sorted = items.toSorted((a, b) => a.id - b.id);
  return sha256(
    JSON.stringify([
      parseAmount(amount),
      sorted,
      inGameName,
      discordName,
      useStoreCredit ?? false,
      rewardCode ?? null,
      method,
      balanceUsed === undefined ? null : parseAmount(balanceUsed),
    ]),
  );
}
