import { DELIVERY_DEFAULTS } from '@pax/contracts';
import { useServerInfo } from './server-info';

/** The operator's delivery times as message values; defaults until loaded (OWN-87). */
export function useDelivery(): { readonly minutes: number; readonly hours: number } {
  const { coinsMinutes, otherHours } = useServerInfo()?.delivery ?? DELIVERY_DEFAULTS;
  return { minutes: coinsMinutes, hours: otherHours };
}
