/** Time from payment until goods are due: minutes for coins, hours for all else. */
export interface DeliveryTimes {
  readonly coinsMinutes: number;
  readonly otherHours: number;
}

/**
 * The delivery times unless the operator sets others. No schema in this file, since the first view needs these numbers,
 * and a schema would add all of zod to the first load.
 */
export const DELIVERY_DEFAULTS = { coinsMinutes: 30, otherHours: 24 } as const satisfies DeliveryTimes;
