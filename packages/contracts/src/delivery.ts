/** Time from payment until goods are due: minutes for coins, hours for all other goods. */
export interface DeliveryTimes {
  readonly coinsMinutes: number;
  readonly otherHours: number;
}

/**
 * The default delivery times. This file has no schema, since the shop's first view needs these numbers, and a
 * schema would make it load zod.
 */
export const DEFAULT_DELIVERY_TIMES = { coinsMinutes: 30, otherHours: 24 } as const satisfies DeliveryTimes;
