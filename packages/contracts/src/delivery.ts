/** Time from payment until goods are due: minutes for coins, hours for all other goods. */
export interface DeliveryTimes {
  readonly coinsMinutes: number;
  readonly otherHours: number;
}

/**
 * The default delivery times. This file has no schema, since the first view needs these numbers, and a schema would add
 * all of zod to the first load.
 */
export const DELIVERY_DEFAULTS = { coinsMinutes: 30, otherHours: 24 } as const satisfies DeliveryTimes;
