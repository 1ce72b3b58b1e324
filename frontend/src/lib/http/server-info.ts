import { DELIVERY_DEFAULTS, discordCalls, type ServerInfoAnswer } from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import type { PayMethod } from './payment-methods';
import { callQuery } from './call-api';

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

/** The community's Discord server; undefined while unknown. */
export const useServerInfo = (): ServerInfoAnswer | undefined =>
  useQuery(callQuery(discordCalls.serverInfo)).data;
