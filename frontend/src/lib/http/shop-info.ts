import {
  operationCalls,
  DEFAULT_DELIVERY_TIMES,
  discordCalls,
  type ServerInfoAnswer,
  receiptCalls,
} from '@pax/contracts';
import { useQuery } from '@tanstack/react-query';
import { callQuery } from './call-api';

/** Payment methods in display order. */
export const PAY_METHODS = ['card', 'wallet', 'crypto'] as const;
export type PayMethod = (typeof PAY_METHODS)[number];

/**
 * The enabled payment methods; undefined while unknown. If the request fails only card is
 * offered; the server decides.
 */
export function usePaymentMethods(enabled = true): readonly PayMethod[] | undefined {
  const { data, isError } = useQuery({ ...callQuery(operationCalls.paymentMethods), enabled });
  if (!data) return isError ? ['card'] : undefined;
  return PAY_METHODS.filter((method) => data.methods.includes(method));
}

/** The operator's delivery times as message values; defaults until loaded. */
export function useDelivery(): { readonly minutes: number; readonly hours: number } {
  const { coinsMinutes, otherHours } = useServerInfo()?.delivery ?? DEFAULT_DELIVERY_TIMES;
  return { minutes: coinsMinutes, hours: otherHours };
}

/** Hours for which a slow payment method holds goods, as set by the operator; defaults until loaded. */
export function useHoldHours(method: PayMethod): number {
  const { confirming, crypto } = useServerInfo()?.holdHours ?? { confirming: 24, crypto: 24 };
  return method === 'crypto' ? crypto : confirming;
}

/** The community's Discord server; undefined while unknown. */
export const useServerInfo = (): ServerInfoAnswer | undefined =>
  useQuery(callQuery(discordCalls.serverInfo)).data;

/** The seller, and how long evidence of purchases is kept. */
export const useSeller = () => useQuery(callQuery(receiptCalls.seller));
