/** How long after payment goods are due: coins in minutes, all else in hours. */
export interface DeliveryTimes {
  readonly coinsMinutes: number;
  readonly otherHours: number;
}

/**
 * How long after payment goods are due unless the operator sets it otherwise. The first view needs it, so no
 * schema stands beside it: that would bring all of zod with the first load.
 */
export const DELIVERY_DEFAULTS = { coinsMinutes: 30, otherHours: 24 } as const satisfies DeliveryTimes;
