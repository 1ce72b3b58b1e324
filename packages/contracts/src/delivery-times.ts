/** Times from payment until goods must be delivered: minutes for coins, hours for all other goods. */
export interface DeliveryTimes {
  readonly coinsMinutes: number;
  readonly otherHours: number;
}

/**
 * The default delivery times. Defined without a schema, because the shop's first page needs them and would otherwise
 * load zod.
 */
export const DEFAULT_DELIVERY_TIMES = { coinsMinutes: 30, otherHours: 24 } as const satisfies DeliveryTimes;

/** A time in whole hours from two hours on, which are easier to read than minutes. */
export const minutesOrHours = (minutes: number): { unit: 'minutes' | 'hours'; count: number } =>
  minutes < 120 ? { unit: 'minutes', count: minutes } : { unit: 'hours', count: Math.round(minutes / 60) };
