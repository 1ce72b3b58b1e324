import { DELIVERY_DEFAULTS } from '@pax/contracts';
import type { PayMethod } from './payment-methods';
import { useServerInfo } from './server-info';

/** The operator's delivery times as message values; defaults until loaded. */
export function useDelivery(): { readonly minutes: number; readonly hours: number } {
  const { coinsMinutes, otherHours } = useServerInfo()?.delivery ?? DELIVERY_DEFAULTS;
  return { minutes: coinsMinutes, hours: otherHours };
}

/** How long a slow payment keeps its goods, in hours, as the operator set it; the defaults until loaded. */
export function useHoldHours(method: PayMethod): number {
  const { confirming, crypto } = useServerInfo()?.holdHours ?? { confirming: 24, crypto: 24 };
  return method === 'crypto' ? crypto : confirming;
}
